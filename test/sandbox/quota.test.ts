import { startSandbox, type Sandbox } from '../../sandbox';
import { api, errorOf } from './support/client.ts';
import { createManualClock } from './support/manualClock.ts';
import type { ManualClock } from './support/manualClock.ts';

describe('the rate limit', () => {
	let sandbox: Sandbox;
	let clock: ManualClock;

	beforeEach(async () => {
		clock = createManualClock();
		sandbox = await startSandbox({
			clock,
			settings: { quota: { limit: 3, windowMs: 30_000 } },
		});
	});
	afterEach(() => sandbox.close());

	const ask = async (key = sandbox.keys.pro) => {
		const { status, headers } = await api(sandbox, 'GET', '/v1/users', { key });
		return [status, Number(headers.get('x-ratelimit-remaining'))];
	};

	test('is the rate limit of the plan if no other is set', async () => {
		sandbox.settings.change({ quota: { limit: null } });
		expect(await ask(sandbox.keys.pro)).toEqual([200, 999]);
		expect(await ask(sandbox.keys.enterprise)).toEqual([200, 9_999]);
	});

	test('is counted down for each key, and then rejects requests', async () => {
		expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
			[200, 2],
			[200, 1],
			[200, 0],
			[429, 0],
		]);
		expect(await ask(sandbox.keys.live)).toEqual([200, 2]);
	});

	test('rejects a request with the documented error body, before its operation', async () => {
		for (let request = 0; request < 3; request++) await ask();
		const reply = await api(sandbox, 'DELETE', '/v1/users/user_ada');
		expect(errorOf(reply).code).toBe('rate_limit_exceeded');
		clock.advance(30_000);
		expect((await api(sandbox, 'GET', '/v1/users/user_ada')).status).toBe(200);
	});

	test('as a fixed window is available again when the window ends', async () => {
		await ask();
		clock.advance(29_999);
		expect([await ask(), await ask(), await ask()]).toEqual([
			[200, 1],
			[200, 0],
			[429, 0],
		]);
		clock.advance(1);
		expect(await ask()).toEqual([200, 2]);
	});

	test('as a token bucket refills evenly', async () => {
		sandbox.settings.change({ quota: { mode: 'tokenBucket' } });
		for (let request = 0; request < 3; request++) await ask();
		expect(await ask()).toEqual([429, 0]);
		clock.advance(9_999);
		expect(await ask()).toEqual([429, 0]);
		clock.advance(1);
		expect(await ask()).toEqual([200, 0]);
		clock.advance(600_000);
		expect(await ask()).toEqual([200, 2]);
	});

	test.each(['fixedWindow', 'tokenBucket'] as const)(
		'as %s says in Retry-After how long to wait',
		async (mode) => {
			sandbox.settings.change({ quota: { mode, retryAfter: true } });
			for (let request = 0; request < 3; request++) await ask();
			clock.advance(1_500);
			const { headers } = await api(sandbox, 'GET', '/v1/users');
			const seconds = Number(headers.get('retry-after'));
			expect(seconds).toBe(mode === 'tokenBucket' ? 9 : 29);
			clock.advance(seconds * 1_000);
			expect((await ask())[0]).toBe(200);
		},
	);

	test('sends no Retry-After by default', async () => {
		for (let request = 0; request < 3; request++) await ask();
		expect((await api(sandbox, 'GET', '/v1/users')).headers.has('retry-after')).toBe(false);
	});

	test('also counts requests that are rejected for another reason', async () => {
		await api(sandbox, 'GET', '/v1/users/none');
		await api(sandbox, 'POST', '/v1/users', { text: '[' });
		expect(await ask()).toEqual([200, 0]);
	});
});
