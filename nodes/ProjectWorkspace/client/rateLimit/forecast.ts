import { Refill } from './refill';
import { type Gain, MARGIN_MS, type Situation, span } from './situation';
import { Windows } from './windows';

/** The first look after the credit is spent: a token bucket has moved by then, a window has not. */
const FIRST_LOOK_MS = 250;
/** A part of the quota came back at once: the rest may follow soon (sliding window). */
const FOLLOW_MS = 150;
/** A rise by this part of the quota is a renewal, not a trickle. */
const RENEWAL = 0.25;
/** A rise by less than this part leaves something to follow. */
const WHOLE = 0.8;
/** So many tokens must have come by the time of a refused look for it to speak against a steady refill. */
const CONTRADICTION = 1.2;
/** Partial renewals in a row that make a steady refill. */
const STEADY = 12;
/** The longest that a quota takes to refill. */
const MINUTE_MS = 60_000;
/** Refused looks may be this part of the requests. */
const AFFORDABLE = 0.018;
/** As many windows at least are taken to be needed. */
const WINDOWS = 3;

/**
 * When will there be credit again? Nothing says how the service counts. A look after a short wait tells: credit
 * that trickles in is a steady refill (token bucket), and anything that comes back at once is a window.
 */
export class Forecast {
	private readonly windows = new Windows();

	private refill: Refill | undefined;

	private windowed = false;

	private spentAt: number | undefined;

	private refusedAt: number | undefined;

	private misses = 0;

	private missesInAll = 0;

	private doubtful = false;

	private follow = 0;

	get kind(): 'nothing' | 'window' | 'steady' {
		return this.refill ? 'steady' : this.windowed ? 'window' : 'nothing';
	}

	/** So much is left to whoever comes first: with a steady refill it is not lost, and nobody is refused. */
	get reserve(): number {
		return this.refill?.shared ? 1 : 0;
	}

	/** The service refused although plenty was left: look again soon, and learn nothing from it. */
	doubt(): void {
		if (this.spentAt === undefined) this.doubtful = true;
	}

	spent(now: number): void {
		this.spentAt ??= now;
	}

	served(sentAt: number, { now }: Situation): void {
		this.windows.served(span(sentAt, now));
	}

	/** The credit rose while there was some left. */
	rose(sentAt: number, { now }: Situation): void {
		this.windows.reopened(span(sentAt, now));
	}

	refused(sentAt: number): void {
		this.spentAt ??= sentAt;
		this.refusedAt = sentAt;
		this.misses++;
		this.missesInAll++;
		this.follow = 0;
		if (this.doubtful) return;
		this.windows.refused(sentAt);
		this.refill?.refused();
	}

	gain(gain: Gain): void {
		if (this.scrap(gain)) {
			this.refusedAt = gain.sentAt;
			return;
		}
		if (this.spentAt !== undefined && !this.doubtful) this.learn(gain, this.spentAt);
		this.spentAt = undefined;
		this.refusedAt = undefined;
		this.misses = 0;
		this.doubtful = false;
	}

	/** Fewer than any steady refill would have brought: the last of a window that others have used up. */
	private scrap({ sentAt, gained, quota, alone }: Gain): boolean {
		if (alone || this.refill || this.spentAt === undefined) return false;
		return gained < ((sentAt - this.spentAt) * quota) / MINUTE_MS;
	}

	private learn({ sentAt, now, gained, largest, quota, alone }: Gain, spentAt: number) {
		const much = gained >= largest * RENEWAL;
		if (this.refill && !much) {
			this.refill.gain(sentAt - spentAt, gained, quota);
			return;
		}
		this.refill = undefined;
		const expected = (((this.refusedAt ?? spentAt) - spentAt) * quota) / MINUTE_MS;
		const sudden = expected >= CONTRADICTION && alone;
		if ((!this.windowed && !much && !sudden) || this.follow >= STEADY) {
			this.refill = new Refill(!alone);
			this.refill.gain(sentAt - spentAt, gained, quota);
			return;
		}
		this.windowed = true;
		if (this.follow === 0) this.windows.renewed(span(sentAt, now), this.refusedAt ?? spentAt);
		this.follow = gained < quota * WHOLE ? this.follow + 1 : 0;
	}

	/** When to send the next look. */
	nextProbeAt(situation: Situation): number {
		const { now, quota, served } = situation;
		const spentAt = this.spentAt ?? now;
		const last = this.refusedAt ?? spentAt;
		if (this.doubtful) return last + FIRST_LOOK_MS * 2 ** Math.min(this.misses, 4);
		if (this.refill) return last + this.refill.waitMs;
		if (this.follow > 0) return spentAt + FOLLOW_MS;
		if (!this.windowed && this.refusedAt === undefined) return spentAt + FIRST_LOOK_MS;
		const spare = AFFORDABLE * Math.max(WINDOWS * quota, served) - this.missesInAll;
		const look = this.windows.nextLook(last, quota, spare);
		if (!situation.crowded || this.misses === 0) return look + MARGIN_MS;
		return Math.min(look, last + this.windows.patience(last - spentAt)) + MARGIN_MS;
	}
}
