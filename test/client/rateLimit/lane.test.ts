import fc from 'fast-check';

import { Lane } from '../../../nodes/ProjectWorkspace/client/rateLimit/lane';
import type { Settlement } from '../../../nodes/ProjectWorkspace/client/rateLimit/ticket';
import { FakeClock } from './simulation/fakeClock';
import { simulate } from './simulation/run';
import { tokenBucket, windowFromFirst } from './simulation/services';

const unlimited = () => ({ take: () => ({ allowed: true, remaining: 0 }) });

test('keeps to the plan in any minute where the header is absent', async () => {
	const { log } = await simulate({
		counting: unlimited,
		requests: 250,
		plan: 100,
		header: () => undefined,
	});
	for (const { at } of log) {
		const within = log.filter((other) => other.at >= at && other.at < at + 59_900);
		expect(within.length).toBeLessThanOrEqual(100);
	}
});

test.each([
	['always 0', () => 0],
	['always 7', () => 7],
	['always a million', () => 1_000_000],
])('does not stall on a header that says %s', async (_, header) => {
	const { ms } = await simulate({ counting: unlimited, requests: 500, plan: 1_000, header });
	expect(ms).toBeLessThan(20_000);
});

test('degrades to the plan where the header stays 0 although the service serves', async () => {
	const { lanes } = await simulate({ counting: unlimited, requests: 100, header: () => 0 });
	expect(lanes[0]?.header).toBe('meaningless');
});

test.each([
	['always 500', () => 500],
	['absent', () => undefined],
])('gets everything done on a real quota although the header is %s', async (_, header) => {
	const counting = () => windowFromFirst(100, 5_000);
	const { sent, refused } = await simulate({ counting, requests: 300, header });
	expect(sent - refused).toBe(300);
});

test('a header that was doubted counts again once a refusal shows 0', async () => {
	const clock = new FakeClock();
	const lane = new Lane({ clock, requestsPerMinute: 1_000 });
	const settle = async (settlement: Settlement) =>
		(await clock.run(lane.acquire())).settle(settlement);
	await settle({ kind: 'answered', remaining: 50 });
	for (let number = 0; number < 5; number++) await settle({ kind: 'refused', remaining: 50 });
	expect(lane.header).toBe('meaningless');
	await settle({ kind: 'refused', remaining: 0 });
	expect(lane.header).toBe('credit');
});

test('releases one request until the first answer is in', async () => {
	const clock = new FakeClock();
	const lane = new Lane({ clock, requestsPerMinute: 1_000 });
	let released = 0;
	const tickets = Array.from({ length: 5 }, async () => {
		const ticket = await lane.acquire();
		released++;
		return ticket;
	});
	const first = await tickets[0]!;
	await Promise.resolve();
	expect(released).toBe(1);
	first.settle({ kind: 'answered', remaining: 500 });
	await Promise.all(tickets);
	expect(released).toBe(5);
});

test('serves in the order of asking', async () => {
	const clock = new FakeClock();
	const lane = new Lane({ clock, requestsPerMinute: 1_000 });
	const order: number[] = [];
	const ask = async (number: number) => {
		const ticket = await lane.acquire();
		order.push(number);
		await clock.sleep(10);
		ticket.settle({ kind: 'answered', remaining: 1 });
	};
	await clock.run(Promise.all(Array.from({ length: 20 }, async (_, number) => await ask(number))));
	expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

test('obeys Retry-After: nothing goes out before, and one request first', async () => {
	const clock = new FakeClock();
	const lane = new Lane({ clock, requestsPerMinute: 1_000 });
	const started = clock.now();
	const first = await lane.acquire();
	first.settle({ kind: 'refused', retryAfterMs: 7_000 });
	const second = await clock.run(lane.acquire());
	expect(clock.now() - started).toBeGreaterThanOrEqual(7_000);
	expect(second.waitedMs).toBeGreaterThanOrEqual(7_000);
	second.settle({ kind: 'unused' });
});

test('a wait ends at once when it is cancelled, and its place is not missed', async () => {
	const clock = new FakeClock();
	const lane = new Lane({ clock, requestsPerMinute: 1_000 });
	const first = await lane.acquire();
	const cancel = new AbortController();
	const waiting = lane.acquire(cancel.signal);
	const after = lane.acquire();
	cancel.abort(new Error('cancelled'));
	await expect(waiting).rejects.toThrow('cancelled');
	first.settle({ kind: 'answered', remaining: 1 });
	(await after).settle({ kind: 'answered', remaining: 0 });
	expect(lane.idle).toBe(true);
	await expect(lane.acquire(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
	expect(lane.idle).toBe(true);
});

test('recognises a reset in the middle of a burst', async () => {
	const start = { quota: 50, windowMs: 300 };
	const counting = () => windowFromFirst(start.quota, start.windowMs);
	const { sent, refused } = await simulate({ counting, requests: 400, parallel: 8 });
	expect(sent - refused).toBe(400);
	expect(refused / sent).toBeLessThan(0.02);
});

test('ends for every sequence of answers, refusals, losses and headers, and leaks nothing', async () => {
	const settlement: fc.Arbitrary<Settlement> = fc.oneof(
		fc.record({
			kind: fc.constant('answered' as const),
			remaining: fc.option(fc.nat(20), { nil: undefined }),
		}),
		fc.record({
			kind: fc.constant('refused' as const),
			remaining: fc.option(fc.nat(3), { nil: undefined }),
			retryAfterMs: fc.option(fc.nat(5_000), { nil: undefined }),
		}),
		fc.constant({ kind: 'lost' as const }),
		fc.constant({ kind: 'unused' as const }),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.record({ settlement, took: fc.nat(3_000) }), { maxLength: 80 }),
			fc.integer({ min: 1, max: 16 }),
			async (script, parallel) => {
				const clock = new FakeClock();
				const lane = new Lane({ clock, requestsPerMinute: 60 });
				let next = 0;
				const worker = async () => {
					for (let step = script[next++]; step !== undefined; step = script[next++]) {
						const ticket = await lane.acquire();
						await clock.sleep(step.took);
						ticket.settle(step.settlement);
						ticket.settle({ kind: 'lost' });
					}
				};
				await clock.run(Promise.all(Array.from({ length: parallel }, worker)));
				expect(lane.idle).toBe(true);
			},
		),
		{ numRuns: 200 },
	);
});

test('gets everything done on any token bucket, and learning its rate costs a bounded number of refusals', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 5, max: 300 }),
			fc.integer({ min: 1, max: 60 }),
			fc.nat(1_000),
			async (quota, seconds, seed) => {
				const counting = () => tokenBucket(quota, seconds * 1_000);
				const requests = Math.min(quota * 2, 200);
				const { sent, refused } = await simulate({ counting, requests, seed });
				expect(sent - refused).toBe(requests);
				expect(refused).toBeLessThan(Math.max(requests * 0.1, 16));
			},
		),
		{ numRuns: 40 },
	);
});
