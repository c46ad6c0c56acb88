import { FallbackLimiter } from './fallbackLimiter';
import { HeaderReliability, Remaining } from './remaining';
import { ResetEstimator } from './resetEstimator';

/** What became of a request, as far as the quota is concerned. `remaining` is the header's value, if any. */
export type Usage =
	| { kind: 'answered'; remaining?: number }
	/** Because of the quota; the service surely did not act. */
	| { kind: 'refused'; remaining?: number; retryAfterMs?: number }
	/** No answer came; the service may have counted the request. */
	| { kind: 'lost' }
	/** It was never sent. */
	| { kind: 'unused' };

/** An answer older than the documented minute says nothing about the credit now. */
const STALE_MS = 60_000;
/** After so long without another, one more request goes: one that hangs must not hold up the others. */
const SLOW_MS = 1_000;

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
		else if (known && header === 'reliable') allowed = this.remaining.fairShare;
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

	release({ sentAt, probe }: Sent, usage: Usage, now: number): void {
		this.underWay--;
		if (usage.kind === 'lost' || usage.kind === 'unused') this.fallback.lose(sentAt);
		if (usage.kind === 'unused') return;
		const remaining = usage.kind === 'lost' ? undefined : usage.remaining;
		this.reliability.observe(remaining, usage.kind === 'refused', probe);
		if (usage.kind !== 'lost') {
			this.answeredAt = now;
			this.fallback.answer(usage.kind === 'refused');
		}
		if (usage.kind === 'refused') {
			this.remaining.refuse(now, remaining);
			this.holdUntil = Math.max(this.holdUntil, now + (usage.retryAfterMs ?? 0));
			this.estimator.refuse(sentAt, probe);
		} else {
			const rise = this.remaining.read(remaining, sentAt, now);
			if (usage.kind === 'answered') this.estimator.serve(probe, rise, this.remaining.largest, now);
		}
		if (this.spent) this.estimator.spend(sentAt);
	}
}
