import { startSandbox } from '../../sandbox';
import type { Sandbox } from '../../sandbox';
import { api, errorOf } from './support/client.ts';
import { createManualClock } from './support/manualClock.ts';
import type { ManualClock } from './support/manualClock.ts';

describe('the quota', () => {
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

	test('is the plan’s own when no other limit is set', async () => {
		sandbox.settings.change({ quota: { limit: null } });
		expect(await ask(sandbox.keys.pro)).toEqual([200, 999]);
		expect(await ask(sandbox.keys.enterprise)).toEqual([200, 9_999]);
	});

	test('is counted down and then refuses, each key for itself', async () => {
		expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
			[200, 2],
			[200, 1],
			[200, 0],
			[429, 0],
		]);
		expect(await ask(sandbox.keys.live)).toEqual([200, 2]);
	});

	test('refuses with the documented error body and does nothing', async () => {
		for (let request = 0; request < 3; request++) await ask();
		const reply = await api(sandbox, 'DELETE', '/v1/users/user_ada');
		expect(errorOf(reply).code).toBe('rate_limit_exceeded');
		clock.advance(30_000);
		expect((await api(sandbox, 'GET', '/v1/users/user_ada')).status).toBe(200);
	});

	test('as a fixed window comes back whole when the window ends', async () => {
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

	test('as a token bucket fills up evenly', async () => {
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
		'%s says in seconds when to come back, and that is enough',
		async (mode) => {
			sandbox.settings.change({ quota: { mode, retryAfter: 'seconds' } });
			for (let request = 0; request < 3; request++) await ask();
			clock.advance(1_500);
			const { headers } = await api(sandbox, 'GET', '/v1/users');
			const seconds = Number(headers.get('retry-after'));
			expect(seconds).toBe(mode === 'tokenBucket' ? 9 : 29);
			clock.advance(seconds * 1_000);
			expect((await ask())[0]).toBe(200);
		},
	);

	test('can say the same as a date', async () => {
		sandbox.settings.change({ quota: { retryAfter: 'date' } });
		for (let request = 0; request < 3; request++) await ask();
		const { headers } = await api(sandbox, 'GET', '/v1/users');
		expect(Date.parse(headers.get('retry-after') ?? '')).toBe(clock.now() + 30_000);
	});

	test('says nothing about coming back by default', async () => {
		for (let request = 0; request < 3; request++) await ask();
		expect((await api(sandbox, 'GET', '/v1/users')).headers.has('retry-after')).toBe(false);
	});

	test('can refuse with another status and hide the header', async () => {
		sandbox.settings.change({
			quota: { header: false, limit: 0 },
			errors: { quotaExceeded: { status: 503 } },
		});
		const { status, headers } = await api(sandbox, 'GET', '/v1/users');
		expect([status, headers.has('x-ratelimit-remaining')]).toEqual([503, false]);
	});

	test('also counts requests that are refused for another reason', async () => {
		await api(sandbox, 'GET', '/v1/users/none');
		await api(sandbox, 'POST', '/v1/users', { text: '[' });
		expect(await ask()).toEqual([200, 0]);
	});
});
