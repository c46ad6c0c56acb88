import { FallbackLimiter } from './fallbackLimiter';
import { HeaderReliability } from './headerReliability';
import type { Outcome } from './permit';
import { Remaining } from './remaining';
import { ResetEstimator } from './resetEstimator';

/** An answer older than the documented minute says nothing about the credit now. */
const STALE_MS = 60_000;
/** After so long without another, one more request goes: one that hangs must not hold up the others. */
const SLOW_MS = 1_000;
/** The part of what is left that may be under way: others with the same key send at the same time. */
const FAIR_SHARE = 0.4;

/** A request under way. A probe went out although nothing was left, to see whether there is more. */
export type Sent = Readonly<{ sentAt: number; probe: boolean }>;

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

	constructor(requestsPerMinute: number) {
		this.fallback = new FallbackLimiter(requestsPerMinute);
	}

	private get spent(): boolean {
		const reliable = this.reliability.header === 'reliable';
		return reliable ? this.remaining.left === 0 : this.fallback.denied;
	}

	/** The time from which the next request may go, unless one under way is released before. */
	nextAt(now: number): number {
		const { header } = this.reliability;
		const known = header !== 'unseen' && now - this.answeredAt <= STALE_MS;
		let allowed = 1;
		let at = this.holdUntil;
		if (known && this.spent) at = Math.max(at, this.estimator.nextProbeAt());
		else if (known && header === 'reliable') allowed = Math.ceil(this.remaining.left * FAIR_SHARE);
		else if (known) {
			allowed = this.fallback.atOnce;
			at = Math.max(at, this.fallback.nextAt());
		}
		return Math.max(at, this.underWay < allowed ? now : Math.max(this.sentAt + SLOW_MS, now));
	}

	send(now: number): Sent {
		this.underWay++;
		this.sentAt = now;
		this.fallback.send(now);
		return { sentAt: now, probe: this.spent };
	}

	release({ sentAt, probe }: Sent, outcome: Outcome, now: number): void {
		this.underWay--;
		if (outcome.kind === 'lost' || outcome.kind === 'unused') this.fallback.lose(sentAt);
		if (outcome.kind === 'unused') return;
		this.reliability.observe(outcome, probe);
		if (outcome.kind === 'lost') this.remaining.read(undefined, sentAt, now);
		else {
			this.answeredAt = now;
			this.fallback.answer(outcome.kind === 'refused');
		}
		if (outcome.kind === 'refused') {
			this.remaining.refuse(now, outcome.remaining);
			this.holdUntil = Math.max(this.holdUntil, now + (outcome.retryAfterMs ?? 0));
			this.estimator.refuse(sentAt, probe);
		} else if (outcome.kind === 'answered') {
			const rise = this.remaining.read(outcome.remaining, sentAt, now);
			this.estimator.serve(probe, rise, this.remaining.largest, now);
		}
		if (this.spent) this.estimator.spend(now);
	}
}
