import type { Failure } from '../../nodes/ProjectWorkspace/transport/failure';
import { Pace, paceOf } from '../../nodes/ProjectWorkspace/transport/pace';
import type { Reply } from '../../nodes/ProjectWorkspace/transport/rateLimit';
import { simulate, slidingWindow, tokenBucket, windowFromFirst } from './simulation';
import { VirtualClock } from './virtualClock';

describe('three times the rate limit takes about the least time', () => {
	const WINDOW = { make: windowFromFirst, leastMs: (windowMs: number) => 2 * windowMs };
	const SLIDING = { ...WINDOW, make: slidingWindow };
	const BUCKET = { ...WINDOW, make: tokenBucket };

	test.each([
		['window', WINDOW, 200, 6_000, 50, 1, 1.2, 0.02],
		['window', WINDOW, 200, 6_000, 50, 2, 1.2, 0.04],
		['window', WINDOW, 1_000, 60_000, 200, 1, 1.05, 0.02],
		['sliding window', SLIDING, 1_000, 60_000, 50, 1, 1.05, 0.02],
		['bucket', BUCKET, 1_000, 60_000, 50, 2, 1.05, 0.02],
	])('%s %#', async (_, { make, leastMs }, limit, windowMs, latencyMs, processes, time, part) => {
		const quota = make(limit, windowMs);
		const { ms, refused } = await simulate({ quota, requests: 3 * limit, latencyMs, processes });
		expect(ms / leastMs(windowMs)).toBeLessThanOrEqual(time);
		expect(refused).toBeLessThanOrEqual(part);
	});

	test('without the header, the plan is followed, and rejections are rare', async () => {
		const quota = windowFromFirst(100, 60_000);
		const { ms, refused } = await simulate({
			quota,
			requests: 300,
			perMinute: 100,
			hasHeader: false,
		});
		expect(ms).toBeLessThan(126_000);
		expect(refused).toBeLessThanOrEqual(0.02);
	});
});

/** How many of 300 that want to be sent are sent at once, after these responses. */
async function sentAfter(replies: Reply[], { perMinute = 10_000, laterMs = 0 } = {}) {
	const clock = new VirtualClock();
	const pace = new Pace(perMinute, clock);
	await clock.run(
		(async () => {
			for (const reply of replies) {
				await pace.waitToSend();
				pace.record(clock.now(), reply);
			}
			await clock.sleep(laterMs);
		})(),
	);
	let sent = 0;
	for (let each = 0; each < 300; each++) void pace.waitToSend().then(() => sent++);
	await clock.run(clock.sleep(0));
	return sent;
}

const served = (remaining?: number): Reply => ({ kind: 'served', remaining });
const rejected = (remaining?: number): Reply => ({ kind: 'rejected', remaining });

test.each<[string, Reply[], number, object?]>([
	['before the first response, one', [], 1],
	['a quarter of what is left', [served(101)], 26],
	['if one is left, one', [served(1)], 1],
	['if nothing is left, none', [served(0)], 0],
	['nor after a rejection', [rejected()], 0],
	['a second later, one, to see whether there is more', [served(0)], 1, { laterMs: 1_000 }],
	['without the header, the requests of the plan in a minute', [served()], 99, { perMinute: 100 }],
	['they are a ceiling in any case', [served(1_000)], 99, { perMinute: 100 }],
	['a minute later they count no more', [served()], 1, { perMinute: 1, laterMs: 60_500 }],
	['after a rejection that the header did not announce, one', [rejected(), served(900)], 2],
	['after an announced one, a quarter', [rejected(0), served(900)], 225],
	['after a minute without a response, one', [served(900)], 1, { laterMs: 60_001 }],
	[
		'while Retry-After holds, none',
		[{ ...served(900), retryAfterMs: 5_000 }],
		0,
		{ laterMs: 4_999 },
	],
	['after it, all', [{ ...served(900), retryAfterMs: 5_000 }], 225, { laterMs: 5_000 }],
	[
		'after an hour, one, however long Retry-After is',
		[{ ...served(900), retryAfterMs: 1e12 }],
		1,
		{ laterMs: 3_600_000 },
	],
	['a request without a response says nothing', [served(900), { kind: 'none' }], 225],
])('how many may be in flight: %s', async (...[, replies, count, more]) => {
	expect(await sentAfter(replies, more)).toBe(count);
});

test('a request that blocks for a second lets one more through', async () => {
	const clock = new VirtualClock();
	const pace = new Pace(10_000, clock);
	const sentAt = clock.now();
	await pace.waitToSend();
	await clock.run(pace.waitToSend());
	expect(clock.now() - sentAt).toBe(1_000);
});

test('a Retry-After of more than two minutes is not waited for, and it is named', async () => {
	const clock = new VirtualClock();
	const pace = new Pace(10_000, clock);
	await pace.waitToSend();
	pace.record(clock.now(), { kind: 'rejected', retryAfterMs: 121_000 });
	expect(await pace.waitToSend()).toEqual({ cause: 'onHold', retryAfterMs: 121_000 });
});

test('responses overtake each other: a higher value counts if its request was sent after the lower one arrived', async () => {
	const clock = new VirtualClock();
	const pace = new Pace(10_000, clock);
	await pace.waitToSend();
	pace.record(clock.now(), served(100));
	const sentAt = clock.now();
	await pace.waitToSend();
	await pace.waitToSend();
	await clock.run(clock.sleep(10));
	pace.record(sentAt, served(4));
	pace.record(sentAt, served(99));
	await pace.waitToSend();
	await clock.run(pace.waitToSend());
	expect(clock.now() - sentAt).toBe(1_010);
});

test('a late response that nothing is left does not put off the next probe', async () => {
	const clock = new VirtualClock();
	const pace = new Pace(10_000, clock);
	await pace.waitToSend();
	const sentAt = clock.now();
	pace.record(sentAt, served(100));
	await pace.waitToSend();
	await pace.waitToSend();
	pace.record(sentAt, served(0));
	await clock.run(clock.sleep(1_500));
	pace.record(sentAt, served(0));
	await clock.run(pace.waitToSend());
	expect(clock.now() - sentAt).toBe(1_500);
});

test('one that waits ends at once when its run does, or its deadline is certain to pass', async () => {
	const clock = new VirtualClock();
	const pace = new Pace(10_000, clock);
	await pace.waitToSend();
	pace.record(clock.now(), served(0));
	const cancelled: Failure = { cause: 'cancelled' };
	let isCancelled = false;
	const end = () => (isCancelled ? cancelled : undefined);
	const waiting = pace.waitToSend({ end });
	isCancelled = true;
	pace.advance();
	expect(await waiting).toBe(cancelled);
	expect(await pace.waitToSend({ end })).toBe(cancelled);
	expect(await pace.waitToSend({ deadline: clock.now() + 500 })).toEqual({ cause: 'rateLimited' });
});

test('one that pauses lets those behind it go first', async () => {
	const clock = new VirtualClock();
	const pace = new Pace(10_000, clock);
	await pace.waitToSend();
	pace.record(clock.now(), served(500));
	const start = clock.now();
	const sentAfter = async (pauseMs: number) => {
		await pace.waitToSend({ notBefore: start + pauseMs });
		return clock.now() - start;
	};
	const waits = [300, 200, 0].map(sentAfter);
	expect(await clock.run(Promise.all(waits))).toEqual([300, 200, 0]);
});

test('all executions share the pace of a key until its plan is changed', () => {
	const pace = paceOf('account', 1_000);
	expect(paceOf('account', 1_000)).toBe(pace);
	expect(paceOf('account', 10_000)).not.toBe(pace);
	expect(paceOf('other', 1_000)).not.toBe(pace);
});
