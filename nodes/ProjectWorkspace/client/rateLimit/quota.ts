import { Credit } from './credit';
import { Forecast } from './forecast';
import { HeaderTrust } from './headerTrust';
import { PlanBudget } from './planBudget';
import { Share } from './share';
import type { Situation } from './situation';
import type { Refusal, Sent, Settlement } from './ticket';

/** An answer older than the documented minute says nothing about the credit now. */
const STALE_MS = 60_000;
/** A request under way for longer than this no longer holds up the next probe. */
const SLOW_MS = 2_000;
/** Weight of the newest round trip in the smoothed one. */
const NEWEST = 0.2;
/** A rise by this part of the largest credit is a renewal. */
const RENEWAL = 0.25;
/** A refusal with this part of the largest credit still there is not the quota's end as the header counts it. */
const AMPLE = 0.25;
const FEW = 8;

/** When may the next request go? The lane asks; nothing here waits. */
export class Quota {
	readonly trust = new HeaderTrust();

	private readonly credit = new Credit();

	private readonly share = new Share();

	private readonly forecast = new Forecast();

	private readonly plan: PlanBudget;

	private underWay = 0;

	private served = 0;

	private roundTrip = 100;

	private answeredAt = Number.NEGATIVE_INFINITY;

	private sentAt = Number.NEGATIVE_INFINITY;

	private holdUntil = Number.NEGATIVE_INFINITY;

	constructor(requestsPerMinute: number) {
		this.plan = new PlanBudget(requestsPerMinute);
	}

	get idle(): boolean {
		return this.underWay === 0;
	}

	/** How the service seems to count, for words and for tests. */
	get counting(): Forecast['kind'] {
		return this.forecast.kind;
	}

	/** The time from which the next request may go; infinity: not before one under way is settled. */
	nextAt(now: number): number {
		return Math.max(this.roomAt(now), this.holdUntil);
	}

	private roomAt(now: number): number {
		const alone = this.underWay === 0;
		if (this.trust.header === 'unseen') return alone ? now : Number.POSITIVE_INFINITY;
		if (this.spent) {
			if (alone && now - this.answeredAt > STALE_MS) return now;
			const at = this.forecast.nextProbeAt(this.situation(now));
			return alone ? at : Math.max(at, this.sentAt + SLOW_MS);
		}
		if (this.trust.header !== 'credit') return this.plan.roomAt(now, this.underWay);
		// What others take while half a round trip passes is gone already.
		const left = this.credit.left - (this.share.othersRate * this.roundTrip) / 2;
		const allowed = now - this.answeredAt > STALE_MS ? 1 : left * this.share.value;
		return this.underWay < Math.max(Math.floor(allowed), 1) ? now : Number.POSITIVE_INFINITY;
	}

	private get spent(): boolean {
		return this.trust.header === 'credit'
			? this.credit.left <= this.forecast.reserve
			: this.plan.denied;
	}

	send(now: number): Sent {
		const probe = this.trust.header !== 'unseen' && this.spent;
		this.underWay++;
		this.sentAt = now;
		return { sentAt: now, probe };
	}

	settle(sent: Sent, settlement: Settlement, now: number): void {
		this.underWay--;
		if (settlement.kind === 'unused') return;
		this.trust.observe(sent, settlement);
		if (settlement.kind === 'lost') {
			this.credit.lose();
			if (this.spent) this.forecast.spent(now);
			return;
		}
		this.roundTrip += (now - sent.sentAt - this.roundTrip) * NEWEST;
		this.answeredAt = now;
		if (settlement.kind === 'refused') this.refuse(sent, settlement, now);
		else this.serve(sent, settlement.remaining, now);
		if (this.spent && this.idle) this.share.conclude();
		if (this.spent) this.forecast.spent(now);
	}

	private refuse(sent: Sent, { remaining = 0, retryAfterMs }: Refusal, now: number): void {
		const ample = Math.max(this.credit.largest * AMPLE, FEW);
		if (remaining > 0 || this.credit.left - this.underWay >= ample) this.forecast.doubt();
		this.credit.empty(now);
		this.plan.refuse();
		if (!sent.probe) this.share.crowded = true;
		if (sent.probe || this.served === 0) this.forecast.refused(sent.sentAt);
		if (retryAfterMs !== undefined) this.holdUntil = Math.max(this.holdUntil, now + retryAfterMs);
	}

	private serve(sent: Sent, remaining: number | undefined, now: number): void {
		const before = this.spent;
		this.served++;
		this.plan.serve(sent.sentAt);
		let rise = 0;
		if (remaining === undefined) this.credit.lose();
		else rise = this.credit.read({ remaining, sentAt: sent.sentAt, arrivedAt: now });
		const gained = sent.probe ? (remaining ?? 0) + 1 : rise;
		const situation = this.situation(now);
		if (!sent.probe) this.forecast.served(sent.sentAt, situation);
		if (rise > 0 && !sent.probe && !before) this.forecast.rose(sent.sentAt, situation);
		if (sent.probe || (rise > 0 && before) || gained >= this.credit.largest * RENEWAL) {
			const trickles = this.forecast.kind === 'steady';
			this.forecast.gain({ ...situation, sentAt: sent.sentAt, gained });
			// Between two sips nothing shows what others take: what is known of them stays.
			if (trickles) this.share.observe(this.credit.left, true, now);
			else this.share.renew(this.credit.left, now);
		} else this.share.observe(this.credit.left, rise > 0, now);
	}

	private situation(now: number): Situation {
		return {
			now,
			largest: this.credit.largest,
			quota: this.credit.largest * this.share.value,
			alone: this.share.alone,
			crowded: this.share.crowded,
			served: this.served + this.credit.left,
		};
	}
}
