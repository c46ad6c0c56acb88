import { createHmac } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../sandbox';
import { parseJsonObject } from '../../sandbox/json.ts';
import type { JsonObject } from '../../sandbox/json.ts';
import { api, control } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';
import type { Received, Receiver } from './support/receiver.ts';

let sandbox: Sandbox;
let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({
		settings: { runs: { delayMs: 1 }, delivery: { baseDelayMs: 1, parallel: 1 } },
	});
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

/** Sends an event to the receiver, or to another URL, and returns the delivery once it is settled. */
async function delivered(url = receiver.url) {
	sandbox.webhooks.add({ url });
	sandbox.emit('task.created', { id: 1 });
	await sandbox.deliveries.settled();
	return sandbox.deliveries.list()[0];
}

const eventOf = ({ body }: Received) => parseJsonObject(body)?.event;
const eventIdOf = ({ body }: Received) => parseJsonObject(body)?.id;

describe('deliveries', () => {
	test('are signed exactly as they are sent', async () => {
		const { secret } = sandbox.webhooks.add({ url: receiver.url });
		await api(sandbox, 'POST', '/v1/users', { body: { name: 'Zoë 🙂' } });
		await sandbox.deliveries.settled();
		const { body, headers } = receiver.received[0] ?? { body: '', headers: {} };
		const digest = createHmac('sha256', secret).update(body, 'utf8').digest('hex');
		expect(headers['x-service-signature']).toBe(`sha256=${digest}`);
	});

	test('are also signed with the previous secret after it was renewed', async () => {
		const { id, secret } = sandbox.webhooks.add({ url: receiver.url, secret: 'first-made-up' });
		sandbox.webhooks.renewSecret(id);
		sandbox.settings.change({ signature: { layout: 'hex', header: 'X-Other' } });
		sandbox.emit('task.created', { id: 1 });
		await sandbox.deliveries.settled();
		const { body = '', headers } = receiver.received[0] ?? {};
		const old = createHmac('sha256', secret).update(body).digest('hex');
		expect(String(headers?.['x-other']).split(',')).toEqual([expect.any(String), old]);
	});

	test('are sent again until they are accepted, and each attempt is in the log', async () => {
		receiver.statuses.push(500, 301, 404);
		const delivery = await delivered();
		expect(delivery?.state).toBe('delivered');
		expect(delivery?.attempts.map(({ status, response }) => [status, response])).toEqual([
			[500, 'not now'],
			[301, 'not now'],
			[404, 'not now'],
			[200, 'accepted'],
		]);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
	});

	test('fail after the last attempt, and can be sent again', async () => {
		sandbox.settings.change({ delivery: { attempts: 2 } });
		receiver.statuses.push(500, 500);
		const { id = '', ...failed } = (await delivered()) ?? {};
		expect(failed).toMatchObject({ state: 'failed', attempts: [{}, {}] });
		await control(sandbox, 'POST', `deliveries/${id}/resend`);
		await sandbox.deliveries.settled();
		expect(sandbox.deliveries.get(id)).toMatchObject({
			state: 'delivered',
			attempts: [{}, {}, {}],
		});
		expect(new Set(receiver.received.map(eventIdOf)).size).toBe(1);
	});

	test('without a response in time have a message in the log', async () => {
		sandbox.settings.change({ delivery: { attempts: 1, timeoutMs: 20 } });
		receiver.silent = true;
		expect(await delivered()).toMatchObject({
			state: 'failed',
			attempts: [{ status: null, error: 'no response within 20 ms' }],
		});
	});

	test('to a URL where no server listens have a message in the log', async () => {
		sandbox.settings.change({ delivery: { attempts: 1 } });
		const gone = await startReceiver();
		await gone.close();
		expect((await delivered(gone.url))?.attempts[0]?.error).toMatch(/ECONNREFUSED/);
	});

	test('of a deleted webhook are cancelled', async () => {
		sandbox.settings.change({ delivery: { baseDelayMs: 60_000 } });
		receiver.statuses.push(500);
		const { id } = sandbox.webhooks.add({ url: receiver.url });
		sandbox.emit('task.created', { id: 1 });
		await sandbox.deliveries.idle();
		expect(sandbox.deliveries.list()[0]?.state).toBe('pending');
		sandbox.webhooks.remove(id);
		await sandbox.deliveries.settled();
		expect(sandbox.deliveries.list()[0]?.state).toBe('cancelled');
	});

	test('can be sent several times', async () => {
		sandbox.settings.change({ delivery: { copies: 3 } });
		await delivered();
		expect(receiver.received).toHaveLength(3);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
	});
});

describe('events', () => {
	test.each([
		['task.created', 'POST', '/v1/tasks'],
		['project.created', 'POST', '/v1/projects'],
		['user.invited', 'POST', '/v1/users'],
		['task.updated', 'PUT', '/v1/tasks/task_text'],
		['workflow.run.completed', 'POST', '/v1/workflows/workflow_report/trigger'],
	])('%s follows %s %s', async (event, method, path) => {
		sandbox.webhooks.add({ url: receiver.url });
		await api(sandbox, method, path, { body: { note: 'é' } });
		await receiver.got(1);
		await sandbox.deliveries.settled();
		expect(receiver.received.map(eventOf)).toEqual([event]);
		expect(receiver.received[0]?.headers['content-type']).toBe('application/json');
		expect(parseJsonObject(receiver.received[0]?.body ?? '')).toEqual({
			id: expect.stringMatching(/^evt_/),
			event,
			created_at: expect.any(String),
			data: expect.any(Object),
		});
	});

	test.each<JsonObject>([{ status: 'Completed' }, { completed: true }, { state: 'done' }])(
		'task.completed follows an update to %j, once',
		async (body) => {
			sandbox.webhooks.add({ url: receiver.url });
			await api(sandbox, 'PUT', '/v1/tasks/task_text', { body });
			await api(sandbox, 'PUT', '/v1/tasks/task_text', { body });
			await sandbox.deliveries.settled();
			expect(receiver.received.map(eventOf)).toEqual([
				'task.updated',
				'task.completed',
				'task.updated',
			]);
		},
	);

	test('a webhook only gets the events it subscribes to', async () => {
		sandbox.webhooks.add({ url: receiver.url, events: ['user.invited'] });
		await api(sandbox, 'POST', '/v1/tasks', { body: {} });
		await api(sandbox, 'POST', '/v1/users', { body: {} });
		await sandbox.deliveries.settled();
		expect(receiver.received.map(eventOf)).toEqual(['user.invited']);
	});

	test('a rejected operation emits no event', async () => {
		sandbox.webhooks.add({ url: receiver.url });
		await api(sandbox, 'POST', '/v1/tasks', { text: '[]' });
		expect(sandbox.deliveries.list()).toEqual([]);
	});

	test('name and ID can also be sent in headers', async () => {
		const delivery = { eventHeader: 'X-Event', idHeader: 'X-Delivery' };
		sandbox.settings.change({ delivery });
		await delivered();
		expect(receiver.received[0]).toMatchObject({
			headers: { 'x-event': 'task.created', 'x-delivery': expect.stringMatching(/^evt_/) },
		});
	});
});
