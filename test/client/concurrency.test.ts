import fc from 'fast-check';

import { Concurrency } from '../../nodes/ProjectWorkspace/client/concurrency';
import { createGate } from '../../nodes/ProjectWorkspace/client/connect';
import { Limiter } from '../../nodes/ProjectWorkspace/client/rateLimit/limiter';
import { FakeClock } from './rateLimit/simulation/fakeClock';

interface Service {
	/** The round trip of a request that does not wait in line, now. */
	latencyMs: (now: number) => number;
	/** How many it works on at once; the others wait in line. */
	capacity?: number;
}

/** Sends requests through the gate, and says what was under way. */
async function send(requests: number, { latencyMs, capacity = Infinity }: Service) {
	const clock = new FakeClock();
	const concurrency = new Concurrency();
	const inTurn = createGate(() => concurrency.limit);
	const serve = createGate(() => capacity);
	const started = clock.now();
	const limits: Array<{ at: number; limit: number }> = [];
	let underWay = 0;
	let most = 0;
	const request = async () => {
		const sentAt = clock.now();
		most = Math.max(most, ++underWay);
		await serve(async () => await clock.sleep(latencyMs(clock.now() - started)));
		underWay--;
		concurrency.observe(sentAt, clock.now(), true);
		limits.push({ at: clock.now() - started, limit: concurrency.limit });
	};
	await clock.run(Promise.all(Array.from({ length: requests }, async () => await inTurn(request))));
	/** The mean of what was allowed in a part of the time, in milliseconds. */
	const meanLimit = (from: number, to = Infinity) => {
		const part = limits.filter(({ at }) => at >= from && at < to).map(({ limit }) => limit);
		return part.reduce((sum, limit) => sum + limit, 0) / part.length;
	};
	return { ms: clock.now() - started, most, meanLimit };
}

test.each([
	[1, 32],
	[25, 32],
	[50, 64],
	[100, 128],
	[200, 128],
	[500, 128],
	[2_000, 128],
])(
	'with a round trip of %i ms, %i are under way once the first was measured',
	async (ms, limit) => {
		const { most, ms: took } = await send(2_000, { latencyMs: () => ms });
		expect(most).toBe(limit);
		expect(took).toBeLessThanOrEqual(ms * (3 + Math.ceil(2_000 / limit)));
	},
);

test.each([40, 50, 60])(
	'a service that works on %i at once soon gets about twice that at most, and is not idle',
	async (capacity) => {
		const requests = 4_000;
		const { ms, meanLimit } = await send(requests, { latencyMs: () => 200, capacity });
		expect(meanLimit(4_000)).toBeGreaterThanOrEqual(capacity);
		expect(meanLimit(4_000)).toBeLessThanOrEqual(2.2 * capacity);
		expect(ms).toBeLessThanOrEqual(1.05 * (requests / capacity) * 200);
	},
);

test('a service that works on fewer than the least gets no more than twice the least', async () => {
	const { meanLimit } = await send(4_000, { latencyMs: () => 200, capacity: 20 });
	expect(meanLimit(4_000)).toBeLessThanOrEqual(64);
});

test('a service that becomes slower gets more at once half a minute later, and one that becomes faster fewer at once', async () => {
	const latencyMs = (now: number) => (now < 2_000 || now > 60_000 ? 25 : 400);
	const { meanLimit } = await send(15_000, { latencyMs });
	expect(meanLimit(500, 2_000)).toBe(32);
	expect(meanLimit(45_000, 60_000)).toBeGreaterThan(100);
	expect(meanLimit(60_500)).toBe(32);
});

test('what was sent before the round trip is measured anew says nothing of it', () => {
	const concurrency = new Concurrency();
	concurrency.observe(0, 500, true);
	concurrency.observe(29_000, 31_000, true);
	expect(concurrency.limit).toBe(32);
	concurrency.observe(31_000, 31_500, true);
	expect(concurrency.limit).toBe(128);
});

test('where no response comes, it goes down to the least', () => {
	const concurrency = new Concurrency();
	for (let at = 0; at < 32; at++) concurrency.observe(at, at + 500, true);
	expect(concurrency.limit).toBe(128);
	for (let at = 500; at < 700; at++) concurrency.observe(at, at + 500, false);
	expect(concurrency.limit).toBe(32);
});

test('starts with what fits the round trip of the run before, until its own first response', () => {
	const concurrency = new Concurrency(500);
	expect(concurrency.limit).toBe(128);
	concurrency.observe(0, 10, true);
	expect(concurrency.limit).toBe(32);
});

test('requests are spread over four fifths of the round trip, once it is known', () => {
	const concurrency = new Concurrency(200);
	expect(concurrency.spacing(10)).toBe(0);
	for (const roundTrip of [500, 100, 1]) {
		concurrency.observe(0, roundTrip, true);
		expect(10 * concurrency.spacing(10)).toBeCloseTo(0.8 * roundTrip);
	}
});

test('is always a whole number from 32 to 128', () => {
	const request = fc.record({ at: fc.nat(100_000), tookMs: fc.nat(60_000), served: fc.boolean() });
	fc.assert(
		fc.property(fc.array(request, { maxLength: 500 }), (requests) => {
			const concurrency = new Concurrency();
			for (const { at, tookMs, served } of requests) {
				concurrency.observe(at, at + tookMs, served);
				const { limit } = concurrency;
				expect(Number.isInteger(limit) && limit >= 32 && limit <= 128).toBe(true);
			}
		}),
	);
});

test('never more is under way than the rate limit allows, however slow the service is', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 2, max: 400 }), fc.nat(800), async (left, latencyMs) => {
			const clock = new FakeClock();
			const limiter = new Limiter(clock, 10_000);
			const concurrency = new Concurrency();
			const inTurn = createGate(() => concurrency.limit);
			// The first one shows what is left.
			(await limiter.acquire()).release({ kind: 'answered', remaining: left });
			let underWay = 0;
			let most = 0;
			const request = async () => {
				const permit = await limiter.acquire();
				const sentAt = clock.now();
				most = Math.max(most, ++underWay);
				await clock.sleep(latencyMs);
				underWay--;
				concurrency.observe(sentAt, clock.now(), true);
				permit.release({ kind: 'answered', remaining: left });
			};
			await clock.run(Promise.all(Array.from({ length: 300 }, async () => await inTurn(request))));
			expect(most).toBeLessThanOrEqual(Math.min(Math.ceil(left * 0.5), 128));
		}),
		{ numRuns: 30 },
	);
});
