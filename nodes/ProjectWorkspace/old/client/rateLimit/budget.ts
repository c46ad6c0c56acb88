import { WINDOW_MS, type RateLimitHeaders } from '../headers';
import { Probes } from './probes';

/** What a request says about the rate limit. */
export type Usage =
	| ({ kind: 'answered' } & Pick<RateLimitHeaders, 'remaining' | 'resetMs'>)
	/** Rejected because of the rate limit, and not processed. */
	| ({ kind: 'refused' } & Pick<RateLimitHeaders, 'remaining' | 'resetMs' | 'retryAfterMs'>)
	/** It was never sent, or got no response from the service. */
	| { kind: 'lost' };

/** After this time one more request is sent, so that one that hangs does not hold up the others. */
const SLOW_MS = 1_000;
/** How much of what is left may be in flight: processes with the same key do not see each other. */
const IN_FLIGHT_SHARE = 0.25;
/** Responses in a row without the header, until the plan is followed instead. */
const MAX_MISSING = 8;
/** Probes in a row that were served although the header still says 0, until the header is ignored. */
const MAX_SERVED_AT_ZERO = 3;
/** A rise by this part of the highest value is a new window, not a refill. */
const NEW_WINDOW = 0.25;

/**
 * Decides when the next request may be sent; the limiter waits. If the header says 0, one request is sent at a time. If
 * the header is missing, or requests are served although it says 0, the plan in the credential decides: never more than
 * its requests in any minute. After a rejection, one is sent at a time, and one more in parallel with each success.
 */
export class Budget {
	inFlight = 0;
	/** `Retry-After`: nothing goes out before. */
	holdUntil = Number.NEGATIVE_INFINITY;
	private readonly perMinute: number;
	private createdProbes?: Probes;
	/** When the last requests were sent, at least as many as the plan allows. */
	private sentTimes: number[] = [];
	private answeredAt = Number.NEGATIVE_INFINITY;
	/** `X-RateLimit-Remaining`: its value, when it or a rejection arrived, and the highest so far. */
	private left = 0;
	private readAt = Number.NEGATIVE_INFINITY;
	private highest = 1;
	/** Responses since the last one with the header. */
	private missing = MAX_MISSING;
	/** Probes in a row that were served although the header says 0, and requests that followed them. */
	private servedAtZero = 0;
	/** Whether nothing that was sent after a rejection has been served yet. */
	private isRefused = false;
	/** How many may be in flight: 1 after a response that contradicts the header, then one more with each response. */
	private concurrency = Number.POSITIVE_INFINITY;

	constructor(requestsPerMinute: number) {
		this.perMinute = requestsPerMinute;
	}

	/** Most runs need none. */
	private get probes(): Probes {
		return (this.createdProbes ??= new Probes(this.perMinute));
	}

	private get hasHeader(): boolean {
		return this.missing < MAX_MISSING && this.servedAtZero < MAX_SERVED_AT_ZERO;
	}

	private get isExhausted(): boolean {
		return this.isRefused || (this.hasHeader && this.left === 0);
	}

	/** When the next request may be sent, unless one in flight is released before. */
	nextAt(now: number): number {
		// Before the first response, and after a minute without one, one at a time.
		let allowed = 1;
		let at = this.holdUntil;
		if (now - this.answeredAt <= WINDOW_MS) {
			if (this.isExhausted) at = Math.max(at, this.probes.nextAt());
			else if (this.hasHeader)
				allowed = Math.min(Math.ceil(this.left * IN_FLIGHT_SHARE), this.concurrency);
			else {
				allowed = this.concurrency;
				at = Math.max(at, (this.sentTimes.at(-this.perMinute) ?? -WINDOW_MS) + WINDOW_MS);
			}
		}
		const lastSentAt = this.sentTimes.at(-1) ?? Number.NEGATIVE_INFINITY;
		return Math.max(at, this.inFlight < allowed ? now : Math.max(lastSentAt + SLOW_MS, now));
	}

	/** A probe is sent although nothing was left, to see whether there is more. */
	send(now: number) {
		this.inFlight++;
		this.sentTimes.push(now);
		if (this.sentTimes.length > this.perMinute * 2)
			this.sentTimes = this.sentTimes.slice(-this.perMinute);
		return { sentAt: now, probe: this.isExhausted };
	}

	release({ sentAt, probe }: ReturnType<Budget['send']>, usage: Usage, now: number): void {
		this.inFlight--;
		if (usage.kind === 'lost') {
			// They do not count, so an outage does not use up the plan.
			const at = this.sentTimes.lastIndexOf(sentAt);
			if (at >= 0) this.sentTimes.splice(at, 1);
			return;
		}
		const { remaining } = usage;
		const isServed = usage.kind === 'answered';
		const retryAfterMs = isServed ? 0 : (usage.retryAfterMs ?? 0);
		this.answeredAt = now;
		this.missing = remaining === undefined ? this.missing + 1 : 0;
		const isServedAtZero = isServed && remaining === 0 && (probe || !this.hasHeader);
		this.servedAtZero = isServedAtZero ? this.servedAtZero + 1 : 0;
		const isContradicted = isServed ? probe && remaining === 0 : remaining !== 0;
		this.concurrency = isContradicted ? 1 : this.concurrency + 1;
		if (isServed) {
			// Without the header, a probe that succeeds counts as a new window.
			const unknownRise = probe ? Number.POSITIVE_INFINITY : 0;
			const rise = this.readServed(remaining, sentAt, now) ?? unknownRise;
			const isNewWindow = rise >= this.highest * NEW_WINDOW;
			if (isNewWindow) this.probes.openedAt = now;
			if (probe) this.probes.recordServed(sentAt, isNewWindow, now);
		} else {
			this.left = Math.min(this.left, remaining ?? this.left);
			this.isRefused = true;
			this.readAt = now;
			this.holdUntil = Math.max(this.holdUntil, now + retryAfterMs);
			if (probe) this.probes.recordRefused(sentAt);
		}
		if (!this.isExhausted) return;
		this.probes.recordEmpty(sentAt);
		const { resetMs = retryAfterMs } = usage;
		if (resetMs > 0) this.probes.recordReset(now + resetMs);
	}

	/**
	 * Returns by how much the value rose for certain. Responses overtake each other, so a lower value always counts, but a
	 * higher one only if its request was sent after the response with the present value: then the service counted it later.
	 */
	private readServed(remaining: number | undefined, sentAt: number, now: number) {
		const isLater = sentAt >= this.readAt;
		if (remaining === undefined) {
			if (isLater) this.isRefused = false;
			return undefined;
		}
		this.highest = Math.max(this.highest, remaining + 1);
		if (!isLater && (this.isRefused || remaining >= this.left)) return 0;
		const rise = Math.max(remaining - this.left, 0);
		this.left = remaining;
		this.readAt = now;
		this.isRefused = false;
		return rise;
	}
}
