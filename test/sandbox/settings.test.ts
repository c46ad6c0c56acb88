import { InputError, type Sandbox } from '../../sandbox';
import { api, asObject, control, sharedSandbox } from './support/client.ts';

describe('settings', () => {
	let sandbox: Sandbox;
	sharedSandbox((started) => (sandbox = started));

	test('are read and changed through the control plane while the sandbox runs', async () => {
		const change = { success: { delete: { status: 200, body: true } } };
		const changed = await control(sandbox, 'PATCH', 'settings', change);
		expect(changed.body).toMatchObject(change);
		expect((await control(sandbox, 'GET', 'settings')).body).toEqual(changed.body);
		expect(await api(sandbox, 'DELETE', '/v1/tasks/task_text')).toMatchObject({
			status: 200,
			body: { id: 'task_text' },
		});
	});

	test.each([
		[{ lists: {} }, 'there is no setting lists'],
		[{ list: { envelop: 'data' } }, 'there is no setting list.envelop'],
		[{ list: { envelope: 'box' } }, 'list.envelope must be one of'],
		[{ list: 7 }, 'list must be an object'],
		[{ latencyMs: '5' }, 'latencyMs must be a number'],
		[{ delivery: { parallel: 0 } }, 'delivery.parallel must be from 1'],
		[{ success: { get: { status: 99 } } }, 'success.get.status must be an HTTP status'],
		[{ quota: { limit: 'many' } }, 'quota.limit must be a number'],
	])('are not changed by %j, and the message says why', async (change, words) => {
		const before = sandbox.settings.get();
		const reply = await control(sandbox, 'PATCH', 'settings', change);
		expect([reply.status, String(asObject(reply.body).error)]).toEqual([
			400,
			expect.stringContaining(words),
		]);
		expect(sandbox.settings.get()).toEqual(before);
	});

	test.each([
		['faults', { kind: 'flood' }, 'kind must be one of latency, quota, '],
		['faults', { kind: 'drop', times: -1 }, 'times must be from 0'],
		['events', {}, 'event is missing'],
		['events', { event: 'task.created', data: 7 }, 'data must be an object'],
		['keys', { plan: 'gold' }, 'plan must be one of pro, enterprise, none'],
		['keys', { name: ' ' }, 'name must not be empty'],
		['webhooks', { url: 'ftp://x' }, 'url must be a full http:// or https:// URL'],
		[
			'webhooks',
			{ url: 'http://x', events: ['x'] },
			'events must be "all" or a list of task.created, ',
		],
		['records/users', { count: '7' }, 'count must be a number'],
		['records/things', {}, 'there is no resource things'],
		['keys', [], 'the body must be a JSON object'],
	])('POST %s rejects %j and says why', async (path, body, words) => {
		const reply = await control(sandbox, 'POST', path, body);
		expect([reply.status, asObject(reply.body).error]).toEqual([
			400,
			expect.stringContaining(words),
		]);
	});

	test('keep the rest of a group if one of its settings changes', () => {
		sandbox.settings.change({ pagination: { style: 'page' } });
		sandbox.settings.change({ pagination: { pageSize: 7 } });
		expect(sandbox.settings.get().pagination).toEqual({ style: 'page', pageSize: 7 });
	});

	test('throw an InputError in a test that changes them to something unknown', () => {
		const wrong = JSON.parse('{"nothing": 1}');
		expect(() => sandbox.settings.change(wrong)).toThrow(InputError);
	});

	test('of success: lists can have another status, and 204 never has a body', async () => {
		sandbox.settings.change({
			success: { list: { status: 206 }, create: { status: 204, body: true } },
		});
		expect((await api(sandbox, 'GET', '/v1/users')).status).toBe(206);
		expect(await api(sandbox, 'POST', '/v1/projects', { body: {} })).toMatchObject({
			status: 204,
			text: '',
		});
	});

	test('the control plane responds to an unknown path with a message', async () => {
		const reply = await control(sandbox, 'GET', 'nothing');
		expect([reply.status, asObject(reply.body).error]).toEqual([
			404,
			'there is no GET /_sandbox/nothing',
		]);
		expect((await control(sandbox, 'GET', 'health')).body).toEqual({ ok: true });
	});

	test('the control plane creates keys and adds webhooks', async () => {
		const made = await control(sandbox, 'POST', 'keys', { name: 'K', plan: 'none', kind: 'live' });
		const { key } = asObject(made.body);
		expect((await api(sandbox, 'GET', '/v1/users', { key: String(key) })).status).toBe(403);
		const hook = await control(sandbox, 'POST', 'webhooks', {
			url: 'http://127.0.0.1:9/hook',
			events: ['task.created'],
			secret: 'made-up',
		});
		expect(hook.body).toMatchObject({ events: ['task.created'], secret: 'made-up' });
	});
});
