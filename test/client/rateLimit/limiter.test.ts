import fc from 'fast-check';
import { getEventListeners } from 'node:events';

import { Limiter, type Permit } from '../../../nodes/ProjectWorkspace/old/client/rateLimit/limiter';
import type { Usage } from '../../../nodes/ProjectWorkspace/old/client/rateLimit/budget';
import { FakeClock } from './simulation/fakeClock';
import { simulate } from './simulation/run';
import { windowFromFirst } from './simulation/services';

const unlimited = { take: () => ({ allowed: true, remaining: 0, resetMs: 0 }) };

function start(requestsPerMinute = 1_000) {
	const clock = new FakeClock();
	const limiter = new Limiter(clock, requestsPerMinute);
	const started = clock.now();
	const permits: Permit[] = [];
	/** A permit, or why there is none. */
	const acquire = async (...settings: Parameters<Limiter['acquire']>) => {
		const permit = await limiter.acquire(...settings);
		if (permit.ok) permits.push(permit.value);
		return permit.ok ? permit.value : permit.problem;
	};
	return {
		clock,
		limiter,
		permits,
		acquire,
		elapsed: () => clock.now() - started,
		/** Asks, and collects the permits in the order in which they are given. */
		ask: (count: number) => {
			for (let number = 0; number < count; number++) void acquire();
		},
		/** Sends one request and tells what became of it. */
		send: async (usage: Usage) => {
			await clock.run(acquire());
			permits.pop()?.release(usage);
		},
		/** Returns how many permits there are then. */
		wait: async (ms: number) => {
			await clock.run(clock.sleep(ms));
			return permits.length;
		},
	};
}

test.each([
	[900, 1],
	[1_000, 2],
	[5_500, 6],
])(
	'until the first response, one request is sent every second, and it decides how many follow: after %i ms, %i',
	async (ms, count) => {
		const { ask, permits, wait } = start();
		ask(20);
		expect(await wait(ms)).toBe(count);
		permits.at(-1)?.release({ kind: 'answered', remaining: 500 });
		expect(await wait(0)).toBe(20);
	},
);

test('a request that hangs delays the next by a second only, even if it used the last of the budget', async () => {
	const { ask, send, wait } = start();
	await send({ kind: 'answered', remaining: 1 });
	ask(2);
	expect(await wait(999)).toBe(1);
	expect(await wait(1)).toBe(2);
});

describe('Retry-After', () => {
	test('nothing is sent before the longest of several ends, then one request first', async () => {
		const { ask, permits, send, wait } = start();
		await send({ kind: 'answered', remaining: 100 });
		ask(2);
		await wait(0);
		const [first, second] = permits.splice(0);
		first?.release({ kind: 'refused', remaining: 0, retryAfterMs: 7_000 });
		second?.release({ kind: 'refused', remaining: 0, retryAfterMs: 1_000 });
		ask(3);
		expect(await wait(6_999)).toBe(0);
		await wait(1);
		expect(permits.map(({ waitedMs }) => waitedMs)).toEqual([7_000]);
	});

	test('whose wait would be too long is reported at once, although it was never sent', async () => {
		const { clock, acquire, permits, ask, wait, elapsed } = start();
		ask(1);
		await wait(0);
		const waiting = acquire(undefined, 300_000);
		const patient = acquire(undefined, 3_600_000);
		permits[0]?.release({ kind: 'refused', retryAfterMs: 3_600_000 });
		const tooLong = { cause: 'waitTooLong', detail: 'wait of 3600 s' };
		expect([await waiting, await acquire(undefined, 300_000)]).toEqual([tooLong, tooLong]);
		expect(elapsed()).toBe(0);
		expect(await clock.run(patient)).toMatchObject({ waitedMs: 3_600_000 });
	});

	test('counts even if the request may wait longer in the queue', async () => {
		const { clock, acquire, ask, permits, wait, elapsed } = start();
		ask(1);
		await wait(0);
		const waiting = acquire(undefined, 2_000, 10_000);
		await wait(500);
		permits[0]?.release({ kind: 'refused', retryAfterMs: 1_800 });
		expect(await waiting).toEqual({ cause: 'waitTooLong', detail: 'wait of 3 s' });
		expect(elapsed()).toBe(500);
		expect(await clock.run(acquire(undefined, 5_000, 10_000))).toMatchObject({ waitedMs: 1_800 });
	});
});

test('a wait in the queue ends after the longer of both limits', async () => {
	const { clock, acquire, ask, wait, elapsed } = start();
	ask(1);
	await wait(0);
	const waiting = acquire(undefined, 200, 900);
	expect(await clock.run(waiting)).toEqual({ cause: 'waitTooLong', detail: undefined });
	expect(elapsed()).toBe(900);
});

test('a wait that has been too long does not affect later ones', async () => {
	const { acquire, permits, ask, send, wait, elapsed } = start();
	await send({ kind: 'refused', remaining: 0 });
	expect(await acquire(undefined, 0)).toEqual({ cause: 'waitTooLong' });
	ask(1);
	await wait(1_500);
	const impatient = acquire(undefined, 200);
	ask(1);
	await wait(301);
	expect(await impatient).toMatchObject({ cause: 'waitTooLong' });
	expect(elapsed()).toBe(1_801);
	permits[0]?.release({ kind: 'answered', remaining: 9 });
	expect(await wait(0)).toBe(2);
});

test('a timer that rings early is set again, and one that is not needed is cancelled', async () => {
	const { clock, acquire, ask, wait } = start();
	const sleep = jest.spyOn(clock, 'sleep');
	sleep.mockImplementationOnce(async (ms, signal) => await clock.sleep(ms - 1, signal));
	ask(2);
	expect(await wait(1_001)).toBe(2);
	ask(1);
	const cancel = new AbortController();
	void acquire(cancel.signal, 200);
	cancel.abort();
	const timers = sleep.mock.calls.map(([, signal]) => signal?.aborted);
	expect(timers.slice(-3)).toEqual([true, true, false]);
});

test('a wait ends at once when it is cancelled, and its place is not missed', async () => {
	const { acquire, limiter, ask, permits, wait } = start();
	ask(1);
	await wait(0);
	const cancel = new AbortController();
	const waiting = acquire(cancel.signal);
	ask(1);
	cancel.abort();
	expect(await waiting).toEqual({ cause: 'cancelled' });
	permits[0]?.release({ kind: 'answered', remaining: 1 });
	expect(await wait(0)).toBe(2);
	permits[1]?.release({ kind: 'answered', remaining: 0 });
	expect(limiter.idle).toBe(true);
	expect(await acquire(AbortSignal.abort())).toEqual({ cause: 'cancelled' });
	expect(limiter.idle).toBe(true);
});

describe('an unreliable header', () => {
	test("without the header, the plan's limit applies to any minute", async () => {
		const header = () => undefined;
		const { served } = await simulate({ quota: unlimited, requests: 250, plan: 100, header });
		for (const at of served) {
			const within = served.filter((other) => other >= at && other < at + 59_900);
			expect(within.length).toBeLessThanOrEqual(100);
		}
	});

	test.each([
		['always 0', () => 0],
		['always 7', () => 7],
		['always a million', () => 1_000_000],
		['random', (remaining: number) => (remaining * 7_919) % 101],
	])('%s: does not stall without a limit', async (_, header) => {
		const { ms } = await simulate({ quota: unlimited, requests: 500, header });
		expect(ms).toBeLessThan(20_000);
	});

	test.each([
		['absent', () => undefined],
		['always 0', () => 0],
		['always 500', () => 500],
		['random', (remaining: number) => (remaining * 7_919) % 101],
	])('%s: gets everything done with a real rate limit', async (_, header) => {
		const quota = windowFromFirst(100, 5_000);
		const { sent, refused, ms } = await simulate({ quota, requests: 300, header });
		expect(sent - refused).toBe(300);
		expect(ms).toBeLessThan(60_000);
	});
});

test('a service that restarts its window in the middle of a burst is noticed', async () => {
	const quota = windowFromFirst(50, 300);
	const { sent, refused } = await simulate({ quota, requests: 400, parallel: 8 });
	expect(sent - refused).toBe(400);
	expect(refused / sent).toBeLessThan(0.05);
});

const usages: fc.Arbitrary<Usage> = fc.oneof(
	fc.record({
		kind: fc.constant('answered' as const),
		remaining: fc.option(fc.nat(20), { nil: undefined }),
		resetMs: fc.option(fc.nat(600_000), { nil: undefined }),
	}),
	fc.record({
		kind: fc.constant('refused' as const),
		remaining: fc.option(fc.nat(3), { nil: undefined }),
		resetMs: fc.option(fc.nat(600_000), { nil: undefined }),
		retryAfterMs: fc.option(fc.nat(5_000), { nil: undefined }),
	}),
	fc.constant({ kind: 'lost' as const }),
);

test('for any responses, in order: every request gets a permit, gives up or is canceled', async () => {
	const asking = fc.record({
		usage: usages,
		took: fc.nat(3_000),
		cancelAfter: fc.option(fc.nat(10_000), { nil: undefined }),
		maxWaitMs: fc.option(fc.nat(20_000), { nil: undefined }),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(asking, { maxLength: 60 }), async (script) => {
			const { clock, limiter } = start(60);
			const order: number[] = [];
			const ask = async (
				{ usage, took, cancelAfter, maxWaitMs }: (typeof script)[number],
				number: number,
			) => {
				const cancel = new AbortController();
				if (cancelAfter !== undefined) clock.at(clock.now() + cancelAfter, () => cancel.abort());
				const asked = clock.now();
				const permit = await limiter.acquire(cancel.signal, maxWaitMs);
				expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
				if (!permit.ok) {
					const { cause } = permit.problem;
					expect(cause === 'cancelled' ? cancelAfter : maxWaitMs).toBeDefined();
					return;
				}
				order.push(number);
				const mostMs = Math.min(maxWaitMs ?? 1e9, cancelAfter ?? 1e9);
				expect(clock.now() - asked).toBeLessThanOrEqual(mostMs);
				await clock.sleep(took);
				permit.value.release(usage);
			};
			await clock.run(Promise.all(script.map(ask)));
			expect(order).toEqual([...order].sort((a, b) => a - b));
			expect(limiter.idle).toBe(true);
		}),
		{ numRuns: 200 },
	);
});

test('never more requests are in flight than the budget allows, except one more each second', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 60 }),
			fc.array(fc.nat(3_000), { minLength: 1, maxLength: 100 }),
			async (quota, latencies) => {
				const { clock, limiter } = start();
				let left = quota;
				let underWay = 0;
				let sentAt = Number.NEGATIVE_INFINITY;
				const refill = () => {
					left = quota;
				};
				const send = async (latency: number) => {
					for (let allowed = false; !allowed; ) {
						const permit = await limiter.acquire();
						if (!permit.ok) throw new Error(permit.problem.cause);
						underWay++;
						const oneMore = clock.now() - sentAt >= 1_000;
						expect(underWay <= Math.max(left, 1) || oneMore).toBe(true);
						sentAt = clock.now();
						await clock.sleep(latency);
						underWay--;
						allowed = left > 0;
						if (allowed && left === quota) clock.at(clock.now() + 60_000, refill);
						if (allowed) left--;
						permit.value.release({ kind: allowed ? 'answered' : 'refused', remaining: left });
					}
				};
				await clock.run(Promise.all(latencies.map(send)));
			},
		),
	);
});
