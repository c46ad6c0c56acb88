import { nextRung } from './rungs';

/** The first look after the credit is spent: a token bucket has moved by then, a window has not. */
const FIRST_LOOK_MS = 250;
/** The second look, where a few requests came back after a refused probe. */
const SECOND_LOOK_MS = 150;
/** A refused probe contradicts a steady refill if this many tokens should have come by then. */
const CONTRADICTION = 0.5;
/** So few may be one slow token, or the first requests of a sliding window that come back. */
const FEW = 2;
/** A rise by this part of the quota is a renewal, not a trickle. */
const RENEWAL = 0.25;
/** Misses after which what was learned counts for nothing. */
const MOST_MISSES = { window: 2, steady: 6, nothing: Number.POSITIVE_INFINITY } as const;
/** How far behind a learned window to try again, as part of it; doubles with each miss. */
const STEP = 0.05;
/** A probe waits a little longer than one token takes: the rate is known from few. */
const SPARE = 1.1;

type Learned =
	| { kind: 'nothing' }
	| { kind: 'window'; period: number }
	| { kind: 'steady'; since: number; servedBefore: number };

/** What the lane knows at the time of asking. */
export interface Situation {
	now: number;
	/** When the oldest own request was served whose credit is not back. */
	oldest: number | undefined;
	/** The largest credit ever shown, times the own share. */
	quota: number;
	roundTrip: number;
	/** Own requests served so far, and when the last answer came. */
	served: number;
	answeredAt: number;
}

/** A probe that was served, or credit that rose while requests were under way. */
export interface Gain extends Situation {
	sentAt: number;
	gained: number;
}

/**
 * When will there be credit again? Nothing says how the service counts, so it is learned from what probes
 * show: credit that comes back in proportion to the time waited is a steady refill (token bucket), and
 * anything that a refused probe contradicts is a window.
 */
export class Forecast {
	private learned: Learned = { kind: 'nothing' };

	private spentAt: number | undefined;

	private refusedAt: number | undefined;

	private misses = 0;

	private doubtful = false;

	/** The window, if the few requests that just came back are the first of many. */
	private hint: number | undefined;

	get kind(): Learned['kind'] {
		return this.learned.kind;
	}

	get period(): number | undefined {
		return this.learned.kind === 'window' ? this.learned.period : undefined;
	}

	/** The service refused although plenty was left: look again soon, and learn nothing from it. */
	doubt(): void {
		if (this.spentAt === undefined) this.doubtful = true;
	}

	spent(now: number): void {
		this.spentAt ??= now;
	}

	refused(sentAt: number): void {
		this.spentAt ??= sentAt;
		this.refusedAt = sentAt;
		this.misses++;
		if (this.misses > MOST_MISSES[this.learned.kind]) this.learned = { kind: 'nothing' };
	}

	gain(gain: Gain): void {
		const spentAt = this.spentAt;
		const whole = gain.gained >= gain.quota * RENEWAL;
		if (spentAt !== undefined && !this.doubtful) this.learn(gain, spentAt, whole);
		this.spentAt = undefined;
		this.refusedAt = undefined;
		this.misses = 0;
		this.doubtful = false;
	}

	private learn(gain: Gain, spentAt: number, whole: boolean): void {
		const { sentAt, gained, oldest } = gain;
		if (this.learned.kind === 'steady') return;
		if (this.learned.kind === 'window') {
			if (this.misses > 0 && oldest !== undefined && whole)
				this.learned.period = sentAt - oldest - margin(gain);
			return;
		}
		const waited = Math.max(sentAt - spentAt, 1);
		if (this.refusedAt !== undefined && gained <= FEW && this.hint === undefined) {
			this.hint = sentAt - (oldest ?? spentAt) - margin(gain);
			return;
		}
		if (whole && this.hint !== undefined) {
			this.learned = { kind: 'window', period: Math.max(this.hint, 1) };
			return;
		}
		const expected =
			this.refusedAt === undefined ? 0 : (gained * (this.refusedAt - spentAt)) / waited;
		if (expected >= CONTRADICTION || (whole && this.refusedAt !== undefined)) {
			const period = sentAt - (oldest ?? spentAt) - margin(gain);
			this.learned = { kind: 'window', period: Math.max(period, 1) };
		} else {
			this.learned = { kind: 'steady', since: spentAt, servedBefore: gain.served - 1 };
		}
	}

	/** When to send the next probe. */
	nextProbeAt(situation: Situation): number {
		const { now, oldest, quota } = situation;
		const spentAt = this.spentAt ?? now;
		const learned: Learned = this.doubtful ? { kind: 'nothing' } : this.learned;
		if (learned.kind === 'steady') {
			const each =
				(situation.answeredAt - learned.since) /
				Math.max(situation.served - learned.servedBefore, 1);
			const last = this.refusedAt ?? spentAt;
			const wait = each * SPARE * 2 ** Math.min(this.misses, 2);
			// A refused probe puts the rate in doubt: wait no longer than without one.
			const most = this.misses === 0 ? wait : nextRung(last - spentAt, quota) - (last - spentAt);
			return last + Math.min(wait, most);
		}
		const origin = oldest ?? spentAt;
		if (learned.kind === 'window') {
			const late = this.misses === 0 ? 0 : learned.period * STEP * 2 ** (this.misses - 1);
			return origin + learned.period + margin(situation) + late;
		}
		if (this.refusedAt === undefined)
			return spentAt + (this.hint === undefined ? FIRST_LOOK_MS : SECOND_LOOK_MS);
		return origin + nextRung(this.refusedAt - origin, quota) + margin(situation);
	}
}

/** How late the oldest request may have been counted, seen from when it was sent. */
function margin({ roundTrip }: Situation): number {
	return Math.max(roundTrip / 2, 10);
}
