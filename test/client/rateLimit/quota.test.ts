import { Quota, type Usage } from '../../../nodes/ProjectWorkspace/client/rateLimit/quota';

const WINDOW_MS = 5_000;

/** Sends probes when the quota says so, until the service serves one: it does from `openAt` on. Returns that time. */
function probeUntil(quota: Quota, openAt: number, from: number, remaining: number): number {
	let at = from;
	for (;;) {
		at = Math.max(quota.nextAt(at), at);
		const sent = quota.send(at);
		if (at >= openAt) {
			quota.release(sent, { kind: 'answered', remaining }, at);
			return at;
		}
		quota.release(sent, { kind: 'refused', remaining: 0 }, at);
	}
}

/** Sends one request at a time; its response comes at once. */
const exchange = (quota: Quota, usage: Usage, at: number) =>
	quota.release(quota.send(at), usage, at);

/** How many may be in flight. */
function atOnce(quota: Quota, now: number): number {
	let count = 0;
	for (; quota.nextAt(now) <= now; count++) quota.send(now);
	return count;
}

test('the first probe is sent a quarter of a second after the request that used up what was left', () => {
	const quota = new Quota(1_000);
	exchange(quota, { kind: 'answered', remaining: 100 }, 0);
	exchange(quota, { kind: 'answered', remaining: 0 }, 300);
	expect(quota.nextAt(310)).toBe(550);
});

test.each([60_000, 60_001])('a lost request does not refresh the value: %i', (now) => {
	const quota = new Quota(1_000);
	exchange(quota, { kind: 'answered', remaining: 500 }, 0);
	exchange(quota, { kind: 'lost' }, 59_000);
	expect(atOnce(quota, now) > 1).toBe(now === 60_000);
});

test('after a probe without a response the next one is sent at once', () => {
	const quota = new Quota(1_000);
	exchange(quota, { kind: 'answered', remaining: 0 }, 0);
	exchange(quota, { kind: 'lost' }, 250);
	expect(quota.nextAt(260)).toBe(260);
});

/** What was sent when, without a header in the responses. */
function plan(requestsPerMinute: number, ...times: number[]) {
	const quota = new Quota(requestsPerMinute);
	for (const time of times) exchange(quota, { kind: 'answered' }, time);
	return quota;
}

describe('without the header', () => {
	test('if the plan is used up, the next request is sent a minute after the oldest that counts', () => {
		expect(plan(2, 10).nextAt(10)).toBe(10);
		expect(plan(2, 10, 20).nextAt(20)).toBe(60_010);
		expect(plan(2, 10, 20, 30, 40, 50).nextAt(50)).toBe(60_040);
	});

	test('a request that got no response does not count', () => {
		const quota = new Quota(2);
		const early = quota.send(5);
		exchange(quota, { kind: 'answered' }, 10);
		quota.release(early, { kind: 'lost' }, 15);
		expect(quota.nextAt(15)).toBe(15);
		exchange(quota, { kind: 'answered' }, 20);
		expect(quota.nextAt(20)).toBe(60_010);
		// Nor does it take the place of another if it is no longer recorded.
		const late = plan(1);
		const hung = late.send(0);
		for (const at of [10, 20, 30]) exchange(late, { kind: 'answered' }, at);
		late.release(hung, { kind: 'lost' }, 40);
		expect(late.nextAt(40)).toBe(60_030);
	});

	test('the window that rejections show is probed halfway the next time', () => {
		const quota = plan(100, 1_000);
		for (const at of [1_010, 1_260, 2_010]) exchange(quota, { kind: 'refused' }, at);
		expect(quota.nextAt(2_020)).toBe(3_010);
		exchange(quota, { kind: 'answered' }, 3_010);
		exchange(quota, { kind: 'refused' }, 3_100);
		expect(quota.nextAt(3_110)).toBe(3_600);
	});

	test('after a rejection it is one at a time, and one more with each request that is served', () => {
		const quota = plan(100, 1_000);
		exchange(quota, { kind: 'refused' }, 1_010);
		expect(quota.nextAt(1_020)).toBe(1_260);
		exchange(quota, { kind: 'answered' }, 1_260);
		expect(atOnce(quota, 1_300)).toBe(2);
	});
});

test('the plan is followed after eight responses in a row without the header, until one has it again', () => {
	const allowedAfter = (missing: number, ...later: Usage[]) => {
		const quota = new Quota(100);
		exchange(quota, { kind: 'answered', remaining: 20 }, 0);
		for (let each = 0; each < missing; each++) exchange(quota, { kind: 'answered' }, 10);
		for (const usage of later) exchange(quota, usage, 20);
		return atOnce(quota, 20);
	};
	expect([allowedAfter(7), allowedAfter(8)]).toEqual([3, 91]);
	expect(allowedAfter(8, { kind: 'answered', remaining: 20 })).toBe(3);
	expect(allowedAfter(4, { kind: 'answered', remaining: 20 })).toBe(3);
});

describe('a header that says 0', () => {
	/** The next time a request may be sent, and how many may be in flight then, after responses that say 0. */
	function after(...served: boolean[]) {
		const quota = new Quota(1_000);
		let now = 1_000;
		for (const isServed of served) {
			now = Math.max(quota.nextAt(now), now);
			exchange(quota, { kind: isServed ? 'answered' : 'refused', remaining: 0 }, now);
		}
		const waitMs = quota.nextAt(now) - now;
		return { waitMs, allowed: atOnce(quota, now + waitMs) };
	}

	test('is used from the first response on: one request is sent at a time', () => {
		const oneAtATime = { waitMs: 250, allowed: 1 };
		expect([after(true), after(false), after(true, true, true)]).toEqual(
			Array.from({ length: 3 }, () => expect.objectContaining(oneAtATime)),
		);
	});

	test('is ignored after three requests in a row that were served', () => {
		expect(after(true, true, true, true)).toMatchObject({ waitMs: 0, allowed: 1 });
		expect(after(true, true, true, true, true, true)).toMatchObject({ waitMs: 0, allowed: 3 });
	});

	test('is used again after a rejection', () => {
		expect(after(true, true, true, false, true)).toMatchObject({ waitMs: 250, allowed: 1 });
		expect(after(true, true, true, true, true, false)).toMatchObject({ waitMs: 250, allowed: 1 });
	});

	test('is also ignored if it said more before', () => {
		const quota = new Quota(1_000);
		exchange(quota, { kind: 'answered', remaining: 5 }, 3_000);
		for (let at = 3_000; at < 7_000; at += 1_000) {
			exchange(quota, { kind: 'answered', remaining: 0 }, at);
		}
		expect(quota.nextAt(6_010)).toBe(6_010);
	});
});

test('after a rejection that the header did not announce it is one at a time, and one more with each success', () => {
	const quota = new Quota(1_000);
	const allowedAfter = (kind: 'answered' | 'refused', at: number) => {
		exchange(quota, { kind, remaining: 500 }, at);
		return quota.nextAt(at) - at;
	};
	expect([allowedAfter('answered', 1_000), allowedAfter('refused', 1_010)]).toEqual([0, 250]);
	allowedAfter('answered', 1_260);
	expect(atOnce(quota, 1_260)).toBe(2);
	const announced = new Quota(1_000);
	exchange(announced, { kind: 'refused', remaining: 0 }, 0);
	exchange(announced, { kind: 'answered', remaining: 500 }, 250);
	expect(atOnce(announced, 250)).toBeGreaterThan(2);
});

test('a process that reads the last response of a window late does not take the window to be longer', () => {
	const quota = new Quota(1_000);
	let openedAt = 0;
	quota.release(quota.send(0), { kind: 'answered', remaining: 199 }, 0);
	for (let window = 0; window < 4; window++) {
		// The last one goes out within the window; its response is read when the window is over.
		const last = quota.send(openedAt + 4_500);
		const readAt = openedAt + WINDOW_MS + 600;
		quota.release(last, { kind: 'answered', remaining: 0 }, readAt);
		openedAt = probeUntil(quota, openedAt + WINDOW_MS, readAt, 199);
	}
	quota.release(quota.send(openedAt + 1_000), { kind: 'answered', remaining: 0 }, openedAt + 1_050);
	const next = probeUntil(quota, openedAt + WINDOW_MS, openedAt + 1_050, 199);
	expect(next - openedAt).toBeLessThanOrEqual(WINDOW_MS + 200);
});
