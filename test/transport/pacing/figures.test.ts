import { simulate } from './simulation/run';
import {
	type Counting,
	seeded,
	slidingWindow,
	tokenBucket,
	windowFromClock,
	windowFromFirst,
} from './simulation/services';

type Kind = 'first' | 'clock' | 'phase' | 'bucket' | 'sliding';

/**
 * Three times the quota (Q) in windows of W, at 2, 10 and 50 ms, 16 and 32 at once, on seeds that nothing was
 * tuned with. 'first': a window opens with the first request. 'clock': windows follow our clock. 'phase': they
 * follow another clock, as from the server's start.
 *
 * The least time: 'first', sliding windows and a full bucket allow the last request at 2 W. Windows that follow
 * a clock allow it one W after the first reset, or two where the first reset comes before Q could be sent.
 * The last window's requests must still be sent: 200 of them, 16 at once and at 50 ms, take 0.63 s, more than
 * a tenth of 2 W up to W = 3 s. So they are part of the least here; the bound leaves a tenth of it.
 *
 * Each row: mean time as a multiple of the least, mean refusals in %, and of 100 runs how many stay both within
 * 1.10 and under 2 %: as measured, rounded to the worse side. Where fewer than all do:
 * - Q = 60: 2 % are three refusals; two clients, each looking for itself, need more to find any window.
 * - W = 60 s, Q = 200: eleven refusals find the window; there are none left for a second client or a phase.
 * - 'phase': the first reset shows no window's length, so the usual lengths are looked at one by one, and
 *   eleven refusals (Q = 200) do not always find the right one in time.
 * - two clients: one may take a whole window before the other's look, which then learns a wrong length.
 * - sliding windows give credit back bit by bit, and two clients take that for a bucket.
 */
const MEASURED: ReadonlyArray<
	[
		kind: Kind,
		quota: number,
		seconds: number,
		clients: number,
		time: number,
		refusals: number,
		within: number,
	]
> = [
	['first', 60, 2, 1, 1.02, 1.1, 100],
	['first', 200, 2, 1, 1.02, 1.2, 100],
	['first', 200, 3, 1, 1.02, 1.2, 100],
	['first', 200, 5, 1, 1.01, 1.2, 100],
	['first', 200, 10, 1, 1.01, 1.4, 100],
	['first', 200, 60, 1, 1.01, 1.9, 100],
	['first', 1000, 60, 1, 1.01, 1.2, 100],
	['clock', 60, 2, 1, 1.02, 0.7, 100],
	['clock', 200, 2, 1, 1.03, 1.0, 95],
	['clock', 200, 3, 1, 1.04, 1.2, 95],
	['clock', 200, 5, 1, 1.05, 1.5, 95],
	['clock', 200, 10, 1, 1.01, 1.7, 87],
	['clock', 200, 60, 1, 1.01, 2.1, 50],
	['clock', 1000, 60, 1, 1.01, 1.4, 100],
	['phase', 60, 2, 1, 1.18, 1.0, 41],
	['phase', 200, 2, 1, 1.1, 1.0, 79],
	['phase', 200, 3, 1, 1.1, 1.3, 79],
	['phase', 200, 5, 1, 1.05, 1.5, 87],
	['phase', 200, 10, 1, 1.04, 1.6, 87],
	['phase', 200, 60, 1, 1.09, 1.9, 62],
	['phase', 1000, 60, 1, 1.02, 1.3, 100],
	['bucket', 60, 2, 1, 1.02, 0.1, 100],
	['bucket', 200, 2, 1, 1.02, 0.1, 100],
	['bucket', 200, 3, 1, 1.02, 0.1, 100],
	['bucket', 200, 5, 1, 1.01, 0.1, 100],
	['bucket', 200, 10, 1, 1.01, 0.1, 100],
	['bucket', 200, 60, 1, 1.01, 0.1, 100],
	['bucket', 1000, 60, 1, 1.01, 0.1, 100],
	['sliding', 60, 2, 1, 1.32, 1.2, 41],
	['sliding', 200, 2, 1, 1.11, 0.7, 79],
	['sliding', 200, 3, 1, 1.04, 0.7, 83],
	['sliding', 200, 5, 1, 1.03, 1.1, 100],
	['sliding', 200, 10, 1, 1.02, 1.5, 100],
	['sliding', 200, 60, 1, 1.01, 2.0, 100],
	['sliding', 1000, 60, 1, 1.01, 1.2, 100],
	['first', 60, 2, 2, 1.05, 3.9, 0],
	['first', 200, 2, 2, 1.05, 1.2, 79],
	['first', 200, 3, 2, 1.03, 1.2, 100],
	['first', 200, 5, 2, 1.02, 1.5, 100],
	['first', 200, 10, 2, 1.01, 1.8, 100],
	['first', 200, 60, 2, 1.01, 2.5, 0],
	['first', 1000, 60, 2, 1.01, 1.2, 100],
	['clock', 60, 2, 2, 1.06, 3.1, 0],
	['clock', 200, 2, 2, 1.06, 0.9, 70],
	['clock', 200, 3, 2, 1.04, 1.2, 95],
	['clock', 200, 5, 2, 1.06, 1.6, 79],
	['clock', 200, 10, 2, 1.02, 2.1, 37],
	['clock', 200, 60, 2, 1.01, 2.8, 0],
	['clock', 1000, 60, 2, 1.01, 1.1, 100],
	['phase', 60, 2, 2, 1.21, 3.9, 0],
	['phase', 200, 2, 2, 1.17, 1.0, 50],
	['phase', 200, 3, 2, 1.1, 1.3, 62],
	['phase', 200, 5, 2, 1.09, 1.8, 54],
	['phase', 200, 10, 2, 1.13, 2.0, 41],
	['phase', 200, 60, 2, 1.11, 2.6, 0],
	['phase', 1000, 60, 2, 1.01, 1.1, 91],
	['bucket', 60, 2, 2, 1.03, 0.7, 91],
	['bucket', 200, 2, 2, 1.02, 0.2, 100],
	['bucket', 200, 3, 2, 1.02, 0.1, 100],
	['bucket', 200, 5, 2, 1.02, 0.2, 100],
	['bucket', 200, 10, 2, 1.01, 0.2, 100],
	['bucket', 200, 60, 2, 1.02, 0.4, 100],
	['bucket', 1000, 60, 2, 1.02, 0.1, 100],
	['sliding', 60, 2, 2, 1.99, 2.8, 0],
	['sliding', 200, 2, 2, 1.71, 0.9, 33],
	['sliding', 200, 3, 2, 1.37, 1.2, 33],
	['sliding', 200, 5, 2, 1.52, 1.5, 41],
	['sliding', 200, 10, 2, 1.28, 1.9, 41],
	['sliding', 200, 60, 2, 1.07, 2.5, 0],
	['sliding', 1000, 60, 2, 1.04, 0.9, 79],
];

const LATENCIES = [2, 10, 50];
const PARALLEL = [16, 32];
const SEEDS = [1, 2, 3, 4].map((seed) => 50_000 + seed * 104_729);

interface Service {
	counting: (start: number) => Counting;
	startAt: number;
	least: number;
}

function serviceOf(
	[kind, quota, seconds, clients]: (typeof MEASURED)[number],
	latencyMs: number,
	parallel: number,
	random: () => number,
): Service {
	const windowMs = seconds * 1_000;
	const startAt = 1.7e12 + random() * 60_000;
	const sending = (requests: number) => (requests / (parallel * clients)) * latencyMs + latencyMs;
	if (kind === 'clock' || kind === 'phase') {
		const phase = kind === 'clock' ? windowMs - (startAt % windowMs) : random() * windowMs;
		const fits = Math.floor(((phase - latencyMs) * parallel) / latencyMs);
		const first = Math.min(quota, Math.max(fits, 0));
		const least =
			first < quota
				? phase + 2 * windowMs + sending(quota - first)
				: phase + windowMs + sending(quota);
		return { counting: (start) => windowFromClock(quota, windowMs, start + phase), startAt, least };
	}
	const least = 2 * windowMs + (kind === 'bucket' ? latencyMs : sending(quota));
	const make = { first: windowFromFirst, bucket: tokenBucket, sliding: slidingWindow }[kind];
	return { counting: () => make(quota, windowMs), startAt, least };
}

test.each(MEASURED)(
	'%s, %i in %i s, clients: %i: %f of the least time, %f %% refused, within both: %i of 100',
	async (...row) => {
		const [, quota, , clients, time, refusals, within] = row;
		const runs: Array<{ time: number; refusals: number }> = [];
		for (const latencyMs of LATENCIES)
			for (const parallel of PARALLEL)
				for (const seed of SEEDS) {
					const random = seeded(seed + latencyMs * 31 + parallel * 101);
					const { counting, startAt, least } = serviceOf(row, latencyMs, parallel, random);
					const requests = 3 * quota;
					const spread = { clients, parallel, latencyMs, seed, startAt };
					const result = await simulate({ counting, requests, ...spread });
					expect(result.sent - result.refused).toBe(requests);
					runs.push({ time: result.ms / least, refusals: (100 * result.refused) / result.sent });
				}
		const mean = (figure: 'time' | 'refusals') =>
			runs.reduce((sum, run) => sum + run[figure], 0) / runs.length;
		const good = runs.filter((run) => run.time <= 1.1 && run.refusals < 2);
		expect(mean('time')).toBeLessThanOrEqual(time);
		expect(mean('refusals')).toBeLessThanOrEqual(refusals);
		expect((100 * good.length) / runs.length).toBeGreaterThanOrEqual(within);
	},
);

test('without pressure on the quota the lane costs one round trip in all', async () => {
	const counting = () => windowFromFirst(10_000, 60_000);
	const { ms, refused } = await simulate({ counting, requests: 1_000, jitter: 0 });
	expect(refused).toBe(0);
	expect(ms).toBe(50 + Math.ceil(999 / 32) * 50);
});
