import { startSandbox, type Sandbox } from '../../sandbox';
import { api, asList, control, errorOf, sharedSandbox } from './support/client.ts';
import { createManualClock } from './support/manualClock.ts';
import { until } from '../until';

describe('faults', () => {
	let sandbox: Sandbox;
	sharedSandbox((started) => (sandbox = started));

	const get = () => api(sandbox, 'GET', '/v1/users');

	test.each([
		[{ kind: 'quota', retryAfter: 2 }, 429, 'rate_limit_exceeded', '2', '0'],
		[{ kind: 'serverError', status: 502 }, 502, 'internal_error', null, '1000'],
		[{ kind: 'errorBody' }, 200, 'made_up_error', null, '1000'],
	] as const)('the response to %j is %i %s', async (fault, status, code, retryAfter, remaining) => {
		sandbox.faults.add({ ...fault, times: 1 });
		const reply = await get();
		expect([reply.status, errorOf(reply).code]).toEqual([status, code]);
		const headers = ['retry-after', 'x-ratelimit-remaining'].map((name) => reply.headers.get(name));
		expect(headers).toEqual([retryAfter, remaining]);
		expect((await get()).status).toBe(200);
	});

	test('drop: the connection ends without a response', async () => {
		sandbox.faults.add({ kind: 'drop', times: 1 });
		await expect(get()).rejects.toThrow();
		expect(sandbox.requests.at(-1)?.status).toBeNull();
	});

	test('a fault before the operation prevents it; a fault after it only loses the response', async () => {
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

	test('a fault can be limited to a method and an encoded path', async () => {
		sandbox.faults.add({ kind: 'serverError', method: 'GET', path: '/v1/users/a%2Fb*' });
		const statusOf = async (method: string, path: string) =>
			(await api(sandbox, method, path)).status;
		expect(await statusOf('GET', '/v1/users')).toBe(200);
		expect(await statusOf('DELETE', '/v1/users/a%2Fb')).toBe(404);
		expect(await statusOf('GET', '/v1/users/a%2Fbc')).toBe(503);
		expect(await statusOf('GET', '/v1/users/a%2Fb?x=1')).toBe(503);
	});

	test('several faults apply one after the other', async () => {
		sandbox.faults.add({ kind: 'serverError', times: 1, status: 502 });
		sandbox.faults.add({ kind: 'quota', times: 1 });
		expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([
			502, 429, 200,
		]);
	});

	test('latency delays the response, and other faults apply after it', async () => {
		const clock = createManualClock();
		const slow = await startSandbox({ clock });
		slow.faults.add({ kind: 'latency', ms: 250 });
		slow.faults.add({ kind: 'serverError', times: 1 });
		const reply = api(slow, 'GET', '/v1/users');
		// The clock must not move before the request has arrived.
		await until(() => slow.requests.length > 0, 'the request');
		clock.advance(249);
		expect(slow.requests[0]?.status).toBeUndefined();
		clock.advance(1);
		expect((await reply).status).toBe(503);
		expect(slow.requests[0]?.durationMs).toBe(250);
		await slow.close();
	});

	test('the control plane adds and removes faults', async () => {
		const added = await control(sandbox, 'POST', 'faults', {
			kind: 'drop',
			times: 3,
			when: 'after',
		});
		expect(added.body).toMatchObject({ kind: 'drop', times: 3, when: 'after' });
		await expect(get()).rejects.toThrow();
		await control(sandbox, 'DELETE', 'faults');
		expect((await get()).status).toBe(200);
	});
});
