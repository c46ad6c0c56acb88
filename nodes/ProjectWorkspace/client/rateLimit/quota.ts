import { FallbackLimiter } from './fallbackLimiter';
import { HeaderReliability, Remaining } from './remaining';
import { ResetEstimator } from './resetEstimator';

/** What a request says about the rate limit. `remaining` is the value of the header, if it had one. */
export type Usage =
	| { kind: 'answered'; remaining?: number }
	/** Rejected because of the rate limit, and not processed. */
	| { kind: 'refused'; remaining?: number; retryAfterMs?: number }
	/** No response; the service may have counted the request. */
	| { kind: 'lost' }
	/** It was never sent. */
	| { kind: 'unused' };

/** A response older than the documented minute says nothing about what is left now. */
const STALE_MS = 60_000;
/** After this time one more request is sent, so that one that hangs does not hold up the others. */
const SLOW_MS = 1_000;

/** A request in flight. A probe is sent although nothing was left, to see whether there is more. */
export type Sent = Readonly<{ sentAt: number; probe: boolean }>;

/** When may the next request go? The limiter asks; nothing here waits. */
export class Quota {
	inFlight = 0;
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

	private get isExhausted(): boolean {
		const reliable = this.reliability.header === 'reliable';
		return reliable ? this.remaining.left === 0 : this.fallback.denied;
	}

	/** When the next request may be sent, unless one in flight is released before. */
	nextAt(now: number): number {
		const { header } = this.reliability;
		const known = header !== 'unseen' && now - this.answeredAt <= STALE_MS;
		let allowed = 1;
		let at = this.holdUntil;
		if (known && this.isExhausted) at = Math.max(at, this.estimator.nextProbeAt());
		else if (known && header === 'reliable') allowed = this.remaining.fairShare;
		else if (known) {
			allowed = this.fallback.atOnce;
			at = Math.max(at, this.fallback.nextAt());
		}
		return Math.max(at, this.inFlight < allowed ? now : Math.max(this.sentAt + SLOW_MS, now));
	}

	send(now: number): Sent {
		this.inFlight++;
		this.sentAt = now;
		this.fallback.send(now);
		return { sentAt: now, probe: this.isExhausted };
	}

	release({ sentAt, probe }: Sent, usage: Usage, now: number): void {
		this.inFlight--;
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
		if (this.isExhausted) this.estimator.spend(sentAt);
	}
}
