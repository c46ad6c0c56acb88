const MINUTE_MS = 60_000;
/** The first probe after nothing is left: by then a token bucket has refilled a little, a window has not. */
const FIRST_PROBE_MS = 250;
/** A rise by this part of the rate limit is a new window, not a refill. */
const NEW_WINDOW = 0.25;
/** What a probe of a token bucket should find: this part of the rate limit, and at least so many. */
const REFILL_BATCH = { part: 0.03, min: 4 };

/**
 * Estimates when the rate limit has room again. How the service counts is not documented ("per minute"), so probes find
 * out. Most services count in round numbers of seconds, so they are sent when a window of such a length may end. If all
 * comes back at once, it was a window; if it comes back bit by bit (token bucket), it is used in batches.
 */
export class ResetEstimator {
	/** The latest time at which the present window can have begun. */
	private openedAt: number | undefined;
	/** The length of the last window is between these. */
	private lastWindow = { minMs: 0, maxMs: 0 };
	/** The last time at which certainly nothing was left; undefined while there is some. */
	private emptyAt: number | undefined;
	private isFirstProbe = true;
	/** The wait for one batch, if it comes back bit by bit. */
	private batchMs: number | undefined;

	/** Nothing is left, by the response to a request sent then; a busy process reads it much later. */
	recordEmpty(sentAt: number): void {
		this.openedAt ??= sentAt;
		if (this.emptyAt !== undefined) return;
		this.emptyAt = sentAt;
		this.isFirstProbe = true;
	}

	recordRefusedProbe(sentAt: number): void {
		this.emptyAt = Math.max(this.emptyAt ?? sentAt, sentAt);
		this.isFirstProbe = false;
	}

	/** @param rise by how much the header rose, of `rateLimit` */
	recordServed(probe: boolean, rise: number, rateLimit: number, now: number): void {
		const isWindow = rise >= rateLimit * NEW_WINDOW;
		const { openedAt = now, emptyAt = now, batchMs = FIRST_PROBE_MS } = this;
		if (isWindow || (probe && !this.isFirstProbe)) {
			if (probe) this.lastWindow = { minMs: emptyAt - openedAt, maxMs: now - openedAt };
			this.openedAt = now;
		}
		if (!probe) return;
		this.emptyAt = undefined;
		const batch = Math.min(Math.max(rateLimit * REFILL_BATCH.part, REFILL_BATCH.min), rateLimit);
		const fittingMs = batchMs * Math.min(Math.max(batch / (rise + 1), 0.5), 1.5);
		this.batchMs = isWindow ? undefined : Math.min(fittingMs, (MINUTE_MS * batch) / rateLimit);
	}

	nextProbeAt(): number {
		const { emptyAt = 0, openedAt = emptyAt, batchMs, isFirstProbe } = this;
		if (isFirstProbe && batchMs !== undefined) return emptyAt + batchMs;
		const { minMs, maxMs } = this.lastWindow;
		const passedMs = Math.max(emptyAt - openedAt, minMs);
		const stepMs = passedMs < 10_000 ? 1_000 : 5_000;
		const times = [
			openedAt + (minMs + maxMs) / 2,
			openedAt + maxMs,
			openedAt + (Math.floor(passedMs / stepMs) + 1) * stepMs,
			// A minute on the clock; clocks differ by a little.
			Math.ceil(openedAt / MINUTE_MS) * MINUTE_MS + 20,
		];
		if (isFirstProbe) times.push(emptyAt + Math.max(FIRST_PROBE_MS, minMs / 2));
		return Math.min(...times.filter((time) => time > emptyAt));
	}
}
