/**
 * Lengths of a window worth a probe while the service's own is unknown. The specification says "per minute"
 * and not how it counts; services count in whole seconds, mostly in round numbers of them.
 */
const CANDIDATE_WINDOWS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60];
const MINUTE_MS = 60_000;
/** The first probe after the credit is spent: a token bucket has moved by then, a window has not. */
const FIRST_PROBE_MS = 250;
const LONGEST_WAIT_MS = 20_000;
/** A rise by this part of the largest credit is a new window, not a trickle. */
const NEW_WINDOW = 0.25;
/** What a probe of a trickle should find: this part of the quota, and so many at least. */
const SIP = { part: 0.03, least: 4 };

/**
 * When will there be credit again? Nothing says how the service counts, so probes find out. They go out where
 * a window may end, and in between after waits that double. Credit that comes back at once is a new window;
 * credit that comes back bit by bit (token bucket, end of a sliding window) is taken in sips.
 */
export class ResetEstimator {
	/** When the present window opened, at the latest. */
	private openedAt: number | undefined;
	/** Between these, the last window ended. */
	private shortestMs = 0;
	private longestMs = 0;
	private spentAt: number | undefined;
	/** The last moment at which there was certainly nothing. */
	private emptyAt = 0;
	/** From then to the next probe, unless a window may end before. */
	private waitMs = FIRST_PROBE_MS;
	/** The wait that finds a sip, where credit trickles in. */
	private sipMs: number | undefined;

	/** Nothing is left, as the answer to a request of `sentAt` says: in a busy process it is read much later. */
	spend(sentAt: number): void {
		this.openedAt ??= sentAt;
		if (this.spentAt !== undefined) return;
		this.spentAt = this.emptyAt = sentAt;
		this.waitMs = this.sipMs ?? Math.max(FIRST_PROBE_MS, this.shortestMs / 2);
	}

	refuse(sentAt: number, probe: boolean): void {
		// Another client sips at the same moment: the next sip keeps off its beat.
		if (!probe && this.sipMs !== undefined) this.waitMs = this.sipMs * 1.5;
		if (probe) {
			this.emptyAt = Math.max(this.emptyAt, sentAt);
			this.waitMs = Math.min(Math.max(this.waitMs * 2, this.shortestMs / 32), LONGEST_WAIT_MS);
		}
	}

	/** The header rose by `rise`; the most that it ever showed stands for the quota. */
	serve(probe: boolean, rise: number, largest: number, now: number): void {
		const window = rise >= largest * NEW_WINDOW;
		const { openedAt = now, emptyAt, spentAt = emptyAt, sipMs = FIRST_PROBE_MS } = this;
		if (window) this.openedAt = now;
		if (!probe) return;
		this.spentAt = undefined;
		if (window || emptyAt > spentAt) {
			this.shortestMs = emptyAt - openedAt;
			this.longestMs = now - openedAt;
			this.openedAt = now;
		}
		const sip = Math.max(largest * SIP.part, SIP.least);
		const fitting = sipMs * Math.min(Math.max(sip / (rise + 1), 0.5), 1.5);
		const longest = Math.min((MINUTE_MS * sip) / largest, LONGEST_WAIT_MS);
		this.sipMs = window ? undefined : Math.min(fitting, longest);
	}

	nextProbeAt(): number {
		const { emptyAt, spentAt, openedAt = emptyAt, shortestMs, longestMs } = this;
		const wait = emptyAt + this.waitMs;
		if (this.sipMs !== undefined && emptyAt === spentAt) return wait;
		// Clocks differ by a little.
		const fullMinute = Math.ceil(openedAt / MINUTE_MS) * MINUTE_MS + 20;
		const lengths = CANDIDATE_WINDOWS.map((s) => s * 1_000).filter((ms) => ms > shortestMs);
		lengths.push((shortestMs + longestMs) / 2, longestMs);
		const ends = [...lengths.map((ms) => openedAt + ms), fullMinute];
		const end = Math.min(...ends.filter((each) => each > emptyAt));
		// Shortly before it, a probe would most likely find nothing.
		return end - wait <= this.waitMs / 2 ? end : wait;
	}
}
