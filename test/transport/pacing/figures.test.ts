import { simulate } from './simulation/run';
import {
	type Counting,
	slidingWindow,
	tokenBucket,
	windowFromClock,
	windowFromFirst,
} from './simulation/services';

interface Case {
	kind: string;
	quota: number;
	windowMs: number;
	clients: number;
	/** Bounds: time as a multiple of the least, refusals as a part of the requests. */
	time: number;
	refusals: number;
}

/**
 * The least that the quota allows for three times the quota is two windows, and the time up to the first
 * reset and one window where windows follow the clock. Windows down to 3 s: below, the round trips
 * of the last burst alone (200 requests, 32 at once, 50 ms) are a tenth.
 */
const CASES: Case[] = [
	['window from the first request', 60, 2_000, 1, 1.1, 0.02],
	['window from the first request', 200, 3_000, 1, 1.1, 0.02],
	['window from the first request', 200, 5_000, 1, 1.1, 0.02],
	['window from the first request', 200, 10_000, 1, 1.1, 0.02],
	['window from the first request', 1_000, 60_000, 1, 1.1, 0.02],
	['window from the first request', 200, 5_000, 2, 1.1, 0.02],
	['window from the first request', 200, 10_000, 2, 1.1, 0.02],
	['window from the first request', 1_000, 60_000, 2, 1.1, 0.02],
	['window from the first request', 1_000, 60_000, 4, 1.1, 0.025],
	['window from the clock', 200, 10_000, 1, 1.1, 0.02],
	['window from the clock', 1_000, 60_000, 1, 1.1, 0.02],
	['sliding window', 200, 5_000, 1, 1.1, 0.02],
	['sliding window', 1_000, 60_000, 1, 1.1, 0.025],
	['token bucket', 60, 2_000, 1, 1.1, 0.02],
	['token bucket', 200, 2_000, 1, 1.1, 0.02],
	['token bucket', 200, 5_000, 1, 1.1, 0.02],
	['token bucket', 1_000, 60_000, 1, 1.1, 0.02],
	['token bucket', 60, 60_000, 1, 1.1, 0.02],
	['token bucket', 200, 5_000, 2, 1.1, 0.02],
	['token bucket', 200, 10_000, 2, 1.1, 0.02],
].map(([kind, quota, windowMs, clients, time, refusals]) => ({
	kind: String(kind),
	quota: Number(quota),
	windowMs: Number(windowMs),
	clients: Number(clients),
	time: Number(time),
	refusals: Number(refusals),
}));

function countingOf({ kind, quota, windowMs }: Case): {
	counting: (start: number) => Counting;
	least: number;
} {
	if (kind === 'window from the first request')
		return { counting: () => windowFromFirst(quota, windowMs), least: 2 * windowMs };
	if (kind === 'sliding window')
		return { counting: () => slidingWindow(quota, windowMs), least: 2 * windowMs };
	if (kind === 'token bucket')
		return { counting: () => tokenBucket(quota, windowMs), least: 2 * windowMs };
	const phase = 0.37 * windowMs;
	return {
		counting: (start) => windowFromClock(quota, windowMs, start + phase),
		least: phase + windowMs,
	};
}

test.each(CASES)(
	'$kind, $quota per $windowMs ms, clients: $clients: three times the quota within $time of the least time, refusals under $refusals',
	async (situation) => {
		const { counting, least } = countingOf(situation);
		for (const seed of [1, 2, 3, 4, 5]) {
			const { quota, clients } = situation;
			const result = await simulate({ counting, requests: 3 * quota, clients, seed });
			expect(result.sent - result.refused).toBe(3 * quota);
			expect(result.ms / least).toBeLessThan(situation.time);
			expect(result.refused / result.sent).toBeLessThan(situation.refusals);
		}
	},
);

test('without pressure on the quota the lane costs one round trip in all', async () => {
	const counting = () => windowFromFirst(10_000, 60_000);
	const { ms, refused } = await simulate({ counting, requests: 1_000, jitter: 0 });
	expect(refused).toBe(0);
	expect(ms).toBe(50 + Math.ceil(999 / 32) * 50);
});
