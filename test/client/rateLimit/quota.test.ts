import { Quota } from '../../../nodes/ProjectWorkspace/client/rateLimit/quota';

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
