import { FallbackLimiter } from './fallbackLimiter';
import { HeaderReliability } from './headerReliability';
import type { Outcome } from './permit';
import { Remaining } from './remaining';
import { NEW_WINDOW, ResetEstimator } from './resetEstimator';

/** An answer older than the documented minute says nothing about the credit now. */
const STALE_MS = 60_000;
/** After so long without another, one more request goes: one that hangs must not hold up the others. */
const SLOW_MS = 1_000;
/**
 * This part of what is left may be under way. The rest is for others who use the same key (workers, machines):
 * nothing shows them but the header, a little late, and near zero all would overdraw it together.
 */
const FAIR_SHARE = 0.4;

/** A request that was let go. */
interface Sent {
	sentAt: number;
	/** It went out although nothing was left, to see whether there is more. */
	probe: boolean;
}

/** When may the next request go? The limiter asks; nothing here waits. */
export class Quota {
	underWay = 0;
	/** `Retry-After`: nothing goes out before. */
	holdUntil = Number.NEGATIVE_INFINITY;
	private readonly reliability = new HeaderReliability();
	private readonly remaining = new Remaining();
	private readonly estimator = new ResetEstimator();
	private readonly fallback: FallbackLimiter;
	private sentAt = Number.NEGATIVE_INFINITY;
	private answeredAt = Number.NEGATIVE_INFINITY;

	/** @param requestsPerMinute the plan in the credential, for when the header says nothing */
	constructor(requestsPerMinute: number) {
		this.fallback = new FallbackLimiter(requestsPerMinute);
	}

	private get spent(): boolean {
		const { header } = this.reliability;
		if (header === 'reliable') return this.remaining.left === 0;
		return header !== 'unseen' && this.fallback.denied;
	}

	/** The time from which the next request may go, unless one under way is released before. */
	nextAt(now: number): number {
		const known = this.reliability.header !== 'unseen' && now - this.answeredAt <= STALE_MS;
		const probeAt = known && this.spent ? this.estimator.nextProbeAt() : now;
		const oneMoreAt = Math.max(this.sentAt + SLOW_MS, now);
		return Math.max(this.holdUntil, probeAt, this.roomAt(now, known) ?? oneMoreAt);
	}

	/** Undefined: not before one under way is released. */
	private roomAt(now: number, known: boolean): number | undefined {
		if (known && !this.spent && this.reliability.header !== 'reliable')
			return this.fallback.nextAt(now, this.underWay);
		const allowed = known ? Math.ceil(this.remaining.left * FAIR_SHARE) : 0;
		return this.underWay < Math.max(allowed, 1) ? now : undefined;
	}

	send(now: number): Sent {
		const probe = this.spent;
		this.underWay++;
		this.sentAt = now;
		this.fallback.send(now);
		return { sentAt: now, probe };
	}

	release({ sentAt, probe }: Sent, outcome: Outcome, now: number): void {
		this.underWay--;
		if (outcome.kind === 'unused') return;
		this.reliability.observe(outcome, probe);
		if (outcome.kind === 'lost') this.remaining.lose();
		else {
			this.answeredAt = now;
			this.fallback.answer(outcome.kind === 'refused');
			if (outcome.kind === 'answered') this.serve({ sentAt, probe }, outcome.remaining, now);
			else {
				this.remaining.refuse(now, outcome.remaining);
				this.holdUntil = Math.max(this.holdUntil, now + (outcome.retryAfterMs ?? 0));
				if (probe) this.estimator.refuse(sentAt);
				else this.estimator.collide();
			}
		}
		if (this.spent) this.estimator.spend(now);
	}

	private serve({ sentAt, probe }: Sent, remaining: number | undefined, now: number): void {
		const { largest } = this.remaining;
		let rise = 0;
		if (remaining === undefined) this.remaining.lose();
		else rise = this.remaining.read(remaining, sentAt, now);
		if (probe) this.estimator.find(rise + 1, largest, now);
		else if (rise >= largest * NEW_WINDOW) this.estimator.open(now);
	}
}
