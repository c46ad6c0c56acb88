import { Budget, type Usage } from '../../../nodes/ProjectWorkspace/old/client/rateLimit/budget';

const served = (remaining?: number, resetMs?: number): Usage => ({
	kind: 'answered',
	remaining,
	resetMs,
});
const refused = (remaining?: number, more: { resetMs?: number; retryAfterMs?: number } = {}) =>
	({ kind: 'refused', remaining, ...more }) as const;
const LOST: Usage = { kind: 'lost' };

/** Sends one request at a time; its response comes at once. */
function exchange(budget: Budget, at: number, ...usages: Usage[]) {
	for (const usage of usages) budget.release(budget.send(at), usage, at);
	return budget;
}

const at = (time: number, ...usages: Usage[]) => ({ time, usages });

/** Of a plan of 1,000 requests a minute. */
const after = (...exchanges: Array<ReturnType<typeof at>>) =>
	exchanges.reduce(
		(budget, { time, usages }) => exchange(budget, time, ...usages),
		new Budget(1_000),
	);

/** How many may be in flight. */
function atOnce(budget: Budget, now: number): number {
	let count = 0;
	for (; budget.nextAt(now) <= now; count++) budget.send(now);
	return count;
}

test('the first probe is sent when a token bucket has refilled 3 % since the request that used up what was left', () => {
	expect(after(at(0, served(100)), at(300, served(0))).nextAt(310)).toBe(2_100);
});

test('a quarter of what is left may be in flight', () => {
	const allowed = (remaining: number) => atOnce(after(at(0, served(remaining))), 0);
	expect([1, 4, 5, 1_000].map(allowed)).toEqual([1, 1, 2, 250]);
});

/** How many may be in flight after responses in this order, by when their requests were sent. */
test.each<[string, first: ReturnType<typeof at>, second: ReturnType<typeof at>, number]>([
	['a lower value always counts', at(20, served(80)), at(10, served(40)), 10],
	['a higher one does not, if its request is older', at(20, served(40)), at(10, served(80)), 10],
	['a higher one does, if its request is newer', at(20, served(40)), at(1_000, served(80)), 20],
	['after a rejection, older ones do not', at(20, refused(0)), at(10, served(40)), 0],
	['after a rejection, older ones without it do not', at(20, refused(0)), at(10, served()), 0],
	['after a rejection, a newer one does', at(20, refused(0)), at(1_000, served(40)), 10],
])('responses overtake each other: %s', (_, first, second, allowed) => {
	const budget = after(at(0, served(100)));
	const sent = [first, second].map(({ time }) => budget.send(time));
	for (const [index, { usages }] of [first, second].entries())
		budget.release(sent[index]!, usages[0]!, 1_000 + index);
	expect(budget.nextAt(1_100) > 1_100 ? 0 : atOnce(budget, 1_100)).toBe(allowed);
});

test('a value that only a rejection had hidden is no new window', () => {
	const nextProbe = (remaining: number) =>
		after(
			...[at(1_000, served(999)), at(50_000, refused(699)), at(51_800, served(remaining))],
			at(60_500, refused(0)),
		).nextAt(60_500);
	// A minute after the first response; or 1.8 s, shortened by the probe that found so much.
	expect([nextProbe(698), nextProbe(990)]).toEqual([61_000, 61_700]);
});

test('a rise is a new window if it is a quarter of the limit, of which the first response has used one', () => {
	const waitAfterRise = (remaining: number) =>
		after(
			...[at(1_000, served(remaining)), at(1_100, served(0)), at(2_900, refused(0))],
			...[at(5_600, served(1)), at(5_610, served(0))],
		).nextAt(5_610) - 5_610;
	expect([waitAfterRise(3), waitAfterRise(4)]).toEqual([1_800, 1_000]);
});

/** When the first probe is sent, after the last response of a window at 1 s. */
test.each<[string, Usage, number]>([
	['of a response that says 0', served(0, 700), 1_700],
	['of a rejection', refused(0, { resetMs: 700 }), 1_700],
	['as Retry-After', refused(undefined, { retryAfterMs: 700 }), 1_700],
	['not before Retry-After', refused(undefined, { resetMs: 300, retryAfterMs: 700 }), 1_700],
	['a later one is tested', served(0, 7_000), 2_800],
	['without it, a probe waits', served(0), 2_800],
])('the time of the reset: %s', (_, usage, probeAt) => {
	expect(after(at(900, served(1, 500)), at(1_000, usage)).nextAt(1_000)).toBe(probeAt);
});

test('a lost request does not refresh the value, and after a lost probe the next one is sent at once', () => {
	const allowed = (now: number) => atOnce(after(at(0, served(500)), at(59_000, LOST)), now) > 1;
	expect([60_000, 60_001].map(allowed)).toEqual([true, false]);
	expect(after(at(0, served(0)), at(250, LOST)).nextAt(260)).toBe(260);
	// Nor does it count as a response without the header.
	expect(atOnce(after(at(0, served(15), ...Array<Usage>(8).fill(LOST))), 0)).toBe(4);
});

describe('without the header', () => {
	/** What was sent when. */
	const plan = (requestsPerMinute: number, ...times: number[]) =>
		times.reduce((budget, time) => exchange(budget, time, served()), new Budget(requestsPerMinute));

	test('if the plan is used up, the next request is sent a minute after the oldest that counts', () => {
		expect(plan(2, 10).nextAt(10)).toBe(10);
		expect(plan(2, 10, 20).nextAt(20)).toBe(60_010);
		expect(plan(2, 10, 20, 30, 40, 50).nextAt(50)).toBe(60_040);
	});

	test('a request that got no response does not count', () => {
		const budget = new Budget(2);
		const early = budget.send(5);
		exchange(budget, 10, served());
		budget.release(early, LOST, 15);
		expect(budget.nextAt(15)).toBe(15);
		expect(exchange(budget, 20, served()).nextAt(20)).toBe(60_010);
		// Nor does it take the place of another if it is no longer recorded.
		const late = plan(1);
		const hung = late.send(0);
		for (const time of [10, 20, 30]) exchange(late, time, served());
		late.release(hung, LOST, 40);
		expect(late.nextAt(40)).toBe(60_030);
	});

	test('after a rejection it is one at a time, and one more with each request that is served', () => {
		const budget = exchange(plan(100, 1_000), 1_010, refused());
		expect(budget.nextAt(1_020)).toBe(10_010);
		expect(atOnce(exchange(budget, 10_010, served()), 10_050)).toBe(2);
	});
});

test('the plan is followed after eight responses in a row without the header, until one has it again', () => {
	const allowedAfter = (missing: number, ...later: Usage[]) => {
		const budget = exchange(new Budget(100), 0, served(20));
		exchange(budget, 10, ...Array.from({ length: missing }, () => served()));
		return atOnce(exchange(budget, 20, ...later), 20);
	};
	expect([allowedAfter(7), allowedAfter(8)]).toEqual([5, 91]);
	expect([allowedAfter(8, served(20)), allowedAfter(4, served(20))]).toEqual([5, 5]);
});

/** The next time a request may be sent, and how many may be in flight then, after responses that say 0. */
test.each<[string, served: boolean[], waitMs: number, allowed: number]>([
	['is used from the first response on: one request is sent at a time', [true], 1_800, 1],
	['is used after a rejection', [false], 1_800, 1],
	['is used until three in a row have been served', [true, true, true], 1_800, 1],
	['is ignored after three in a row', [true, true, true, true], 0, 1],
	['is ignored, with one more at once for each', [true, true, true, true, true, true], 0, 3],
	['is used again after a rejection', [true, true, true, false, true], 1_000, 1],
	['is used again after a late one', [true, true, true, true, true, false], 1_800, 1],
])('a header that says 0 %s', (_, responses, waitMs, allowed) => {
	const budget = new Budget(1_000);
	let now = 1_000;
	for (const isServed of responses) {
		now = Math.max(budget.nextAt(now), now);
		exchange(budget, now, isServed ? served(0) : refused(0));
	}
	expect(budget.nextAt(now) - now).toBe(waitMs);
	expect(atOnce(budget, now + waitMs)).toBe(allowed);
});

test('a header that says 0 is also ignored if it said more before', () => {
	const zeros = [3_000, 4_000, 5_000, 6_000].map((time) => at(time, served(0)));
	expect(after(at(3_000, served(5)), ...zeros).nextAt(6_010)).toBe(6_010);
});

test('after a rejection that the header did not announce it is one at a time, and one more with each success', () => {
	const budget = after(at(1_000, served(500)));
	expect(budget.nextAt(1_000)).toBe(1_000);
	expect(exchange(budget, 1_010, refused(500)).nextAt(1_010)).toBe(2_810);
	expect(atOnce(exchange(budget, 2_810, served(500)), 2_810)).toBe(2);
	const announced = after(at(0, refused(0)), at(250, served(500)));
	expect(atOnce(announced, 250)).toBeGreaterThan(2);
});
