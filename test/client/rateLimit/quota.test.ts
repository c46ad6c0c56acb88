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

/** How many may be under way at once. */
function atOnce(quota: Quota, now: number): number {
	let count = 0;
	for (; quota.nextAt(now) <= now; count++) quota.send(now);
	return count;
}

test('what is left is found used up by the request that used it up, and the first probe is a quarter of a second later', () => {
	const quota = new Quota(1_000);
	exchange(quota, { kind: 'answered', remaining: 100 }, 0);
	exchange(quota, { kind: 'answered', remaining: 0 }, 300);
	expect(quota.nextAt(310)).toBe(550);
});

test('a response that never came tells nothing of the quota now', () => {
	const quota = new Quota(1_000);
	exchange(quota, { kind: 'answered', remaining: 500 }, 0);
	exchange(quota, { kind: 'lost' }, 59_000);
	expect(atOnce(quota, 60_000)).toBeGreaterThan(1);
	const later = new Quota(1_000);
	exchange(later, { kind: 'answered', remaining: 500 }, 0);
	exchange(later, { kind: 'lost' }, 59_000);
	expect(atOnce(later, 60_001)).toBe(1);
});

test('a probe that was lost found nothing: the next one goes at once', () => {
	const quota = new Quota(1_000);
	exchange(quota, { kind: 'answered', remaining: 0 }, 0);
	exchange(quota, { kind: 'lost' }, 250);
	expect(quota.nextAt(260)).toBe(260);
});

test('a header that shows credit with one rejection after the other is not relied on', () => {
	const [believed, doubted] = [7, 8].map((refusals) => {
		const quota = new Quota(1_000);
		exchange(quota, { kind: 'answered', remaining: 50 }, 0);
		for (let each = 1; each <= refusals; each++)
			exchange(quota, { kind: 'refused', remaining: 50 }, each * 20_000);
		exchange(quota, { kind: 'answered', remaining: 50 }, 200_000);
		return atOnce(quota, 200_000);
	});
	expect([believed, doubted]).toEqual([6, 2]);
});

test('a process that is too busy to read the last response of a window takes the window for no longer than it is', () => {
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
