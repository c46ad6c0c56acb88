import { startSandbox } from '../../sandbox';
import type { Sandbox } from '../../sandbox';
import { api, asList, control, errorOf } from './support/client.ts';
import { createManualClock } from './support/manualClock.ts';
import { until } from '../until';

describe('faults', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	const get = () => api(sandbox, 'GET', '/v1/users');

	test('quota: the refusal of a used-up quota', async () => {
		sandbox.faults.add({ kind: 'quota', times: 1, retryAfter: 2 });
		const reply = await get();
		expect([reply.status, errorOf(reply).code]).toEqual([429, 'rate_limit_exceeded']);
		expect(reply.headers.get('retry-after')).toBe('2');
		expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
		expect((await get()).status).toBe(200);
	});

	test.each([500, 502, 503, 504])(
		'serverError: %d with the documented error body',
		async (status) => {
			sandbox.faults.add({ kind: 'serverError', times: 1, status });
			const reply = await get();
			expect([reply.status, errorOf(reply).code]).toEqual([status, 'internal_error']);
		},
	);

	test('drop: the connection ends without an answer', async () => {
		sandbox.faults.add({ kind: 'drop', times: 1 });
		await expect(get()).rejects.toThrow();
		expect(sandbox.requests.at(-1)?.status).toBeNull();
	});

	test('cutConnection: the connection ends in the middle of the answer', async () => {
		sandbox.faults.add({ kind: 'cutConnection', times: 1, when: 'after' });
		await expect(get()).rejects.toThrow();
	});

	test('cutJson: a whole answer whose JSON stops in the middle', async () => {
		const whole = (await get()).text;
		sandbox.faults.add({ kind: 'cutJson', times: 1, when: 'after' });
		const reply = await get();
		expect(reply.body).toBeUndefined();
		expect(whole.startsWith(reply.text) && reply.text.length > 20).toBe(true);
		expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
	});

	test('errorBody: a refusal that says 200', async () => {
		sandbox.faults.add({ kind: 'errorBody', times: 1 });
		const reply = await get();
		expect([reply.status, errorOf(reply).code]).toEqual([200, 'made_up_error']);
	});

	test('before the operation nothing happens; after it, only the answer is lost', async () => {
		const count = async () => asList((await api(sandbox, 'GET', '/v1/projects')).body).length;
		const create = () => api(sandbox, 'POST', '/v1/projects', { body: { name: 'N' } });
		const before = await count();
		sandbox.faults.add({ kind: 'drop', times: 1, method: 'POST', when: 'before' });
		await expect(create()).rejects.toThrow();
		expect(await count()).toBe(before);
		sandbox.faults.add({ kind: 'drop', times: 1, method: 'POST', when: 'after' });
		await expect(create()).rejects.toThrow();
		expect(await count()).toBe(before + 1);
	});

	test('method and path on the wire choose the requests', async () => {
		sandbox.faults.add({ kind: 'serverError', method: 'GET', path: '/v1/users/a%2Fb*' });
		const statusOf = async (method: string, path: string) =>
			(await api(sandbox, method, path)).status;
		expect(await statusOf('GET', '/v1/users')).toBe(200);
		expect(await statusOf('DELETE', '/v1/users/a%2Fb')).toBe(404);
		expect(await statusOf('GET', '/v1/users/a%2Fbc')).toBe(503);
		expect(await statusOf('GET', '/v1/users/a%2Fb?x=1')).toBe(503);
	});

	test('several faults follow one another', async () => {
		sandbox.faults.add({ kind: 'serverError', times: 1, status: 502 });
		sandbox.faults.add({ kind: 'quota', times: 1 });
		expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([
			502, 429, 200,
		]);
		expect(sandbox.faults.list()).toEqual([]);
	});

	test('latency holds the answer back on the clock, and other faults come after it', async () => {
		const clock = createManualClock();
		const slow = await startSandbox({ clock });
		slow.faults.add({ kind: 'latency', ms: 250 });
		slow.faults.add({ kind: 'serverError', times: 1 });
		const reply = api(slow, 'GET', '/v1/users');
		// The request is in when it is recorded; only then may time move.
		await until(() => slow.requests.length > 0, 'the request');
		clock.advance(249);
		expect(slow.requests[0]?.status).toBeUndefined();
		clock.advance(1);
		expect((await reply).status).toBe(503);
		expect(slow.requests[0]?.durationMs).toBe(250);
		await slow.close();
	});

	test('the control plane adds, lists and removes them', async () => {
		const added = await control(sandbox, 'POST', 'faults', {
			kind: 'drop',
			times: 3,
			when: 'after',
		});
		expect(added.body).toMatchObject({ kind: 'drop', times: 3, when: 'after' });
		await expect(get()).rejects.toThrow();
		expect((await control(sandbox, 'GET', 'faults')).body).toMatchObject([{ hits: 1 }]);
		await control(sandbox, 'DELETE', 'faults');
		expect((await get()).status).toBe(200);
		const wrong = await control(sandbox, 'POST', 'faults', { kind: 'flood' });
		expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('kind must be one')]);
	});
});
