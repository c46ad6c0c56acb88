import { Budget, type Usage } from '../../../nodes/ProjectWorkspace/client/rateLimit/budget';

/** Sends one request at a time; its response comes at once. */
const exchange = (budget: Budget, usage: Usage, at: number) =>
	budget.release(budget.send(at), usage, at);

/** How many may be in flight. */
function atOnce(budget: Budget, now: number): number {
	let count = 0;
	for (; budget.nextAt(now) <= now; count++) budget.send(now);
	return count;
}

test('the first probe is sent when a token bucket has refilled 3 % since the request that used up what was left', () => {
	const budget = new Budget(1_000);
	exchange(budget, { kind: 'answered', remaining: 100 }, 0);
	exchange(budget, { kind: 'answered', remaining: 0 }, 300);
	expect(budget.nextAt(310)).toBe(2_100);
});

test('a quarter of what is left may be in flight', () => {
	const allowed = (remaining: number) => {
		const budget = new Budget(1_000);
		exchange(budget, { kind: 'answered', remaining }, 0);
		return atOnce(budget, 0);
	};
	expect([1, 4, 5, 1_000].map(allowed)).toEqual([1, 1, 2, 250]);
});

describe('responses overtake each other', () => {
	/** How many may be in flight after responses in this order: when their requests were sent, and what they say. */
	const allowedAfter = (...responses: Array<[sentAt: number, usage: Usage]>) => {
		const budget = new Budget(1_000);
		exchange(budget, { kind: 'answered', remaining: 100 }, 0);
		const sent = responses.map(([sentAt]) => budget.send(sentAt));
		responses.forEach(([, usage], index) => budget.release(sent[index]!, usage, 1_000 + index));
		return budget.nextAt(1_100) > 1_100 ? 0 : atOnce(budget, 1_100);
	};
	const served = (remaining?: number): Usage => ({ kind: 'answered', remaining });
	const refused: Usage = { kind: 'refused', remaining: 0 };

	test.each<[string, Array<[number, Usage]>, number]>([
		[
			'a lower value always counts',
			[
				[20, served(80)],
				[10, served(40)],
			],
			10,
		],
		[
			'a higher one does not, if its request is older',
			[
				[20, served(40)],
				[10, served(80)],
			],
			10,
		],
		[
			'a higher one counts if its request is newer',
			[
				[20, served(40)],
				[1_000, served(80)],
			],
			20,
		],
		[
			'after a rejection, older ones do not',
			[
				[20, refused],
				[10, served(40)],
			],
			0,
		],
		[
			'after a rejection, older ones without the header do not',
			[
				[20, refused],
				[10, served()],
			],
			0,
		],
		[
			'after a rejection, a newer one does',
			[
				[20, refused],
				[1_000, served(40)],
			],
			10,
		],
	])('%s', (_, responses, allowed) => {
		expect(allowedAfter(...responses)).toBe(allowed);
	});
});

test('a value that only a rejection had hidden is no new window', () => {
	const nextProbe = (remaining: number) => {
		const budget = new Budget(1_000);
		exchange(budget, { kind: 'answered', remaining: 999 }, 1_000);
		exchange(budget, { kind: 'refused', remaining: 699 }, 50_000);
		exchange(budget, { kind: 'answered', remaining }, 51_800);
		exchange(budget, { kind: 'refused', remaining: 0 }, 60_500);
		return budget.nextAt(60_500);
	};
	// A minute after the first response; or 1.8 s, shortened by the probe that found so much.
	expect([nextProbe(698), nextProbe(990)]).toEqual([61_000, 61_700]);
});

test('a rise is a new window if it is a quarter of the limit, of which the first response has used one', () => {
	const waitAfterRise = (remaining: number) => {
		const budget = new Budget(1_000);
		exchange(budget, { kind: 'answered', remaining }, 1_000);
		exchange(budget, { kind: 'answered', remaining: 0 }, 1_100);
		exchange(budget, { kind: 'refused', remaining: 0 }, 2_900);
		exchange(budget, { kind: 'answered', remaining: 1 }, 5_600);
		exchange(budget, { kind: 'answered', remaining: 0 }, 5_610);
		return budget.nextAt(5_610) - 5_610;
	};
	expect([waitAfterRise(3), waitAfterRise(4)]).toEqual([1_800, 1_000]);
});

describe('the time of the reset', () => {
	/** When the first probe is sent, after the last response of a window at 1 s. */
	const firstProbe = (usage: Usage) => {
		const budget = new Budget(1_000);
		exchange(budget, { kind: 'answered', remaining: 1, resetMs: 500 }, 900);
		exchange(budget, usage, 1_000);
		return budget.nextAt(1_000);
	};

	test.each<[string, Usage, number]>([
		['of a response that says 0', { kind: 'answered', remaining: 0, resetMs: 700 }, 1_700],
		['of a rejection', { kind: 'refused', remaining: 0, resetMs: 700 }, 1_700],
		['as Retry-After', { kind: 'refused', retryAfterMs: 700 }, 1_700],
		['but not before Retry-After', { kind: 'refused', resetMs: 300, retryAfterMs: 700 }, 1_700],
		['a later one is tested', { kind: 'answered', remaining: 0, resetMs: 7_000 }, 2_800],
		['without it, a probe waits', { kind: 'answered', remaining: 0 }, 2_800],
	])('%s', (_, usage, at) => {
		expect(firstProbe(usage)).toBe(at);
	});
});

test.each([60_000, 60_001])('a lost request does not refresh the value: %i', (now) => {
	const budget = new Budget(1_000);
	exchange(budget, { kind: 'answered', remaining: 500 }, 0);
	exchange(budget, { kind: 'lost' }, 59_000);
	expect(atOnce(budget, now) > 1).toBe(now === 60_000);
});

test('after a probe without a response the next one is sent at once', () => {
	const budget = new Budget(1_000);
	exchange(budget, { kind: 'answered', remaining: 0 }, 0);
	exchange(budget, { kind: 'lost' }, 250);
	expect(budget.nextAt(260)).toBe(260);
});

/** What was sent when, without a header in the responses. */
function plan(requestsPerMinute: number, ...times: number[]) {
	const budget = new Budget(requestsPerMinute);
	for (const time of times) exchange(budget, { kind: 'answered' }, time);
	return budget;
}

describe('without the header', () => {
	test('if the plan is used up, the next request is sent a minute after the oldest that counts', () => {
		expect(plan(2, 10).nextAt(10)).toBe(10);
		expect(plan(2, 10, 20).nextAt(20)).toBe(60_010);
		expect(plan(2, 10, 20, 30, 40, 50).nextAt(50)).toBe(60_040);
	});

	test('a request that got no response does not count', () => {
		const budget = new Budget(2);
		const early = budget.send(5);
		exchange(budget, { kind: 'answered' }, 10);
		budget.release(early, { kind: 'lost' }, 15);
		expect(budget.nextAt(15)).toBe(15);
		exchange(budget, { kind: 'answered' }, 20);
		expect(budget.nextAt(20)).toBe(60_010);
		// Nor does it take the place of another if it is no longer recorded.
		const late = plan(1);
		const hung = late.send(0);
		for (const at of [10, 20, 30]) exchange(late, { kind: 'answered' }, at);
		late.release(hung, { kind: 'lost' }, 40);
		expect(late.nextAt(40)).toBe(60_030);
	});

	test('after a rejection it is one at a time, and one more with each request that is served', () => {
		const budget = plan(100, 1_000);
		exchange(budget, { kind: 'refused' }, 1_010);
		expect(budget.nextAt(1_020)).toBe(10_010);
		exchange(budget, { kind: 'answered' }, 10_010);
		expect(atOnce(budget, 10_050)).toBe(2);
	});
});

test('the plan is followed after eight responses in a row without the header, until one has it again', () => {
	const allowedAfter = (missing: number, ...later: Usage[]) => {
		const budget = new Budget(100);
		exchange(budget, { kind: 'answered', remaining: 20 }, 0);
		for (let each = 0; each < missing; each++) exchange(budget, { kind: 'answered' }, 10);
		for (const usage of later) exchange(budget, usage, 20);
		return atOnce(budget, 20);
	};
	expect([allowedAfter(7), allowedAfter(8)]).toEqual([5, 91]);
	expect(allowedAfter(8, { kind: 'answered', remaining: 20 })).toBe(5);
	expect(allowedAfter(4, { kind: 'answered', remaining: 20 })).toBe(5);
});

describe('a header that says 0', () => {
	/** The next time a request may be sent, and how many may be in flight then, after responses that say 0. */
	function after(...served: boolean[]) {
		const budget = new Budget(1_000);
		let now = 1_000;
		for (const isServed of served) {
			now = Math.max(budget.nextAt(now), now);
			exchange(budget, { kind: isServed ? 'answered' : 'refused', remaining: 0 }, now);
		}
		const waitMs = budget.nextAt(now) - now;
		return { waitMs, allowed: atOnce(budget, now + waitMs) };
	}

	test('is used from the first response on: one request is sent at a time', () => {
		const oneAtATime = { waitMs: 1_800, allowed: 1 };
		expect([after(true), after(false), after(true, true, true)]).toEqual(
			Array.from({ length: 3 }, () => expect.objectContaining(oneAtATime)),
		);
	});

	test('is ignored after three requests in a row that were served', () => {
		expect(after(true, true, true, true)).toMatchObject({ waitMs: 0, allowed: 1 });
		expect(after(true, true, true, true, true, true)).toMatchObject({ waitMs: 0, allowed: 3 });
	});

	test('is used again after a rejection', () => {
		expect(after(true, true, true, false, true)).toMatchObject({ waitMs: 1_000, allowed: 1 });
		expect(after(true, true, true, true, true, false)).toMatchObject({ waitMs: 1_800, allowed: 1 });
	});

	test('is also ignored if it said more before', () => {
		const budget = new Budget(1_000);
		exchange(budget, { kind: 'answered', remaining: 5 }, 3_000);
		for (let at = 3_000; at < 7_000; at += 1_000) {
			exchange(budget, { kind: 'answered', remaining: 0 }, at);
		}
		expect(budget.nextAt(6_010)).toBe(6_010);
	});
});

test('after a rejection that the header did not announce it is one at a time, and one more with each success', () => {
	const budget = new Budget(1_000);
	const allowedAfter = (kind: 'answered' | 'refused', at: number) => {
		exchange(budget, { kind, remaining: 500 }, at);
		return budget.nextAt(at) - at;
	};
	expect([allowedAfter('answered', 1_000), allowedAfter('refused', 1_010)]).toEqual([0, 1_800]);
	allowedAfter('answered', 2_810);
	expect(atOnce(budget, 2_810)).toBe(2);
	const announced = new Budget(1_000);
	exchange(announced, { kind: 'refused', remaining: 0 }, 0);
	exchange(announced, { kind: 'answered', remaining: 500 }, 250);
	expect(atOnce(announced, 250)).toBeGreaterThan(2);
});
