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
export const NEW_WINDOW = 0.25;
/** What a probe of a trickle should find: this part of the quota, and so many at least. */
const SIP = { part: 0.03, least: 4 };
/** Off the beat of another client that sips from the same bucket. */
const OFF_BEAT = 1.5;
/** Clocks differ by a little. */
const NEAR_MS = 20;

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

	/** An answer showed that a window opened. */
	open(now: number): void {
		this.openedAt = now;
	}

	/** Nothing is left. */
	spend(now: number): void {
		this.openedAt ??= now;
		if (this.spentAt !== undefined) return;
		this.spentAt = this.emptyAt = now;
		this.waitMs = this.sipMs ?? this.firstWait;
	}

	private get firstWait(): number {
		return Math.max(FIRST_PROBE_MS, this.shortestMs / 8);
	}

	/** Others took what was left, at the same moment. */
	collide(): void {
		if (this.sipMs !== undefined) this.waitMs = this.sipMs * OFF_BEAT;
	}

	/** A probe was refused. */
	refuse(sentAt: number): void {
		this.spend(sentAt);
		this.emptyAt = Math.max(this.emptyAt, sentAt);
		this.waitMs = Math.min(Math.max(this.waitMs * 2, this.firstWait), LONGEST_WAIT_MS);
	}

	/** A probe was served, and showed that so many had come back. */
	find(gained: number, largest: number, now: number): void {
		const { openedAt = now, emptyAt, spentAt = emptyAt, sipMs = FIRST_PROBE_MS } = this;
		this.spentAt = undefined;
		const window = gained >= largest * NEW_WINDOW;
		if (window || emptyAt > spentAt) {
			this.shortestMs = emptyAt - openedAt;
			this.longestMs = now - openedAt;
			this.openedAt = now;
		}
		const sip = Math.max(largest * SIP.part, SIP.least);
		const fitting = sipMs * Math.min(Math.max(sip / gained, 0.5), 1.5);
		this.sipMs = window ? undefined : Math.min(fitting, (MINUTE_MS * sip) / largest);
	}

	nextProbeAt(): number {
		const { emptyAt, spentAt, openedAt = emptyAt, shortestMs, longestMs } = this;
		const wait = emptyAt + this.waitMs;
		if (this.sipMs !== undefined && emptyAt === spentAt) return wait;
		const fullMinute = Math.ceil(openedAt / MINUTE_MS) * MINUTE_MS + NEAR_MS;
		const lengths = CANDIDATE_WINDOWS.map((s) => s * 1_000).filter((ms) => ms > shortestMs);
		lengths.push((shortestMs + longestMs) / 2, longestMs);
		const ends = [...lengths.map((ms) => openedAt + ms), fullMinute];
		return Math.min(wait, ...ends.filter((end) => end > emptyAt));
	}
}
