/**
 * Lengths of a window, in seconds, that are probed while that of the service is unknown. The specification says "per
 * minute", but not how it counts; most services count in round numbers of seconds.
 */
const CANDIDATE_WINDOWS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60];
const MINUTE_MS = 60_000;
/** The first probe after nothing is left: by then a token bucket has refilled a little, a window has not. */
const FIRST_PROBE_MS = 250;
const MAX_WAIT_MS = 20_000;
/** A rise by this part of the largest value is a new window, not a refill. */
const NEW_WINDOW = 0.25;
/** What a probe of a token bucket should find: this part of the rate limit, and at least so many. */
const REFILL_BATCH = { part: 0.03, least: 4 };

/**
 * Estimates when the rate limit has room again. How the service counts is not documented, so probes find out: at the
 * possible ends of a window, and in between after waits that double. If all comes back at once, it is a new window; if
 * it comes back bit by bit (token bucket, sliding window), it is used in batches.
 */
export class ResetEstimator {
	/** The latest time at which the present window can have begun. */
	private openedAt: number | undefined;
	/** The last window was between these. */
	private shortestMs = 0;
	private longestMs = 0;
	private spentAt: number | undefined;
	/** The last time at which certainly nothing was left. */
	private emptyAt = 0;
	/** From then to the next probe, unless a window can end before. */
	private waitMs = FIRST_PROBE_MS;
	/** The wait for one batch, if it comes back bit by bit. */
	private batchMs: number | undefined;

	/** Nothing is left, by the response to a request sent then; a busy process reads it much later. */
	spend(sentAt: number): void {
		this.openedAt ??= sentAt;
		if (this.spentAt !== undefined) return;
		this.spentAt = this.emptyAt = sentAt;
		this.waitMs = this.batchMs ?? Math.max(FIRST_PROBE_MS, this.shortestMs / 2);
	}

	refuse(sentAt: number, probe: boolean): void {
		// Another client probes at the same time: keep off its rhythm.
		if (!probe && this.batchMs !== undefined) this.waitMs = this.batchMs * 1.5;
		if (probe) {
			this.emptyAt = Math.max(this.emptyAt, sentAt);
			this.waitMs = Math.min(Math.max(this.waitMs * 2, this.shortestMs / 32), MAX_WAIT_MS);
		}
	}

	/** The header rose by `rise`; the largest value so far stands for the rate limit. */
	serve(probe: boolean, rise: number, largest: number, now: number): void {
		const window = rise >= largest * NEW_WINDOW;
		const { openedAt = now, emptyAt, spentAt = emptyAt, batchMs = FIRST_PROBE_MS } = this;
		if (window) this.openedAt = now;
		if (!probe) return;
		this.spentAt = undefined;
		if (window || emptyAt > spentAt) {
			this.shortestMs = emptyAt - openedAt;
			this.longestMs = now - openedAt;
			this.openedAt = now;
		}
		const batch = Math.max(largest * REFILL_BATCH.part, REFILL_BATCH.least);
		const fitting = batchMs * Math.min(Math.max(batch / (rise + 1), 0.5), 1.5);
		const longest = Math.min((MINUTE_MS * batch) / largest, MAX_WAIT_MS);
		this.batchMs = window ? undefined : Math.min(fitting, longest);
	}

	nextProbeAt(): number {
		const { emptyAt, spentAt, openedAt = emptyAt, shortestMs, longestMs } = this;
		const wait = emptyAt + this.waitMs;
		if (this.batchMs !== undefined && emptyAt === spentAt) return wait;
		// Clocks differ by a little.
		const fullMinute = Math.ceil(openedAt / MINUTE_MS) * MINUTE_MS + 20;
		const lengths = CANDIDATE_WINDOWS.map((s) => s * 1_000).filter((ms) => ms > shortestMs);
		lengths.push((shortestMs + longestMs) / 2, longestMs);
		const ends = [...lengths.map((ms) => openedAt + ms), fullMinute];
		const end = Math.min(...ends.filter((each) => each > emptyAt));
		// Shortly before the end of a window, a probe would most likely find nothing.
		return end - wait <= this.waitMs / 2 ? end : wait;
	}
}
