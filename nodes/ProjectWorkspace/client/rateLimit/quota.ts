import { Remaining } from './remaining';
import { ResetEstimator } from './resetEstimator';

/** What a request says about the rate limit. `remaining` is the value of the header, if it had one. */
export type Usage =
	| { kind: 'answered'; remaining?: number }
	/** Rejected because of the rate limit, and not processed. */
	| { kind: 'refused'; remaining?: number; retryAfterMs?: number }
	/** It was never sent, or got no response from the service. */
	| { kind: 'lost' };

/** A response older than the documented minute says nothing about what is left now. */
const MINUTE_MS = 60_000;
/** After this time one more request is sent, so that one that hangs does not hold up the others. */
const SLOW_MS = 1_000;
/** Responses in a row without the header, until the plan is followed instead. */
const MAX_MISSING = 8;
/** Probes in a row that were served although the header still says 0, until the header is ignored. */
const MAX_SERVED_AT_ZERO = 3;

/** A request in flight. A probe is sent although nothing was left, to see whether there is more. */
export type Sent = Readonly<{ sentAt: number; probe: boolean }>;

/**
 * Decides when the next request may be sent; the limiter waits. If the header says 0, one request is sent at a time. If
 * the header is missing, or requests are served although it says 0, the plan in the credential decides: never more than
 * its requests in any minute. After a rejection, one is sent at a time, and one more in parallel with each success.
 */
export class Quota {
	inFlight = 0;
	/** `Retry-After`: nothing goes out before. */
	holdUntil = Number.NEGATIVE_INFINITY;
	private readonly remaining = new Remaining();
	private readonly estimator = new ResetEstimator();
	private readonly perMinute: number;
	/** When the last requests were sent, at least as many as the plan allows. */
	private sentTimes: number[] = [];
	private answeredAt = Number.NEGATIVE_INFINITY;
	/** Responses since the last one with the header. */
	private missing = MAX_MISSING;
	/** Probes in a row that were served although the header says 0, and requests that followed them. */
	private servedAtZero = 0;
	/** How many may be in flight: 1 after a response that contradicts the header, then one more with each response. */
	private concurrency = Number.POSITIVE_INFINITY;
	/** Whether nothing has succeeded since a rejection. */
	private isRefused = false;

	constructor(requestsPerMinute: number) {
		this.perMinute = requestsPerMinute;
	}

	private get hasHeader(): boolean {
		return this.missing < MAX_MISSING && this.servedAtZero < MAX_SERVED_AT_ZERO;
	}

	private get isExhausted(): boolean {
		return this.hasHeader ? this.remaining.left === 0 : this.isRefused;
	}

	/** When the next request may be sent, unless one in flight is released before. */
	nextAt(now: number): number {
		// Before the first response, and after a minute without one, one at a time.
		let allowed = 1;
		let at = this.holdUntil;
		if (now - this.answeredAt <= MINUTE_MS) {
			if (this.isExhausted) at = Math.max(at, this.estimator.nextProbeAt());
			else if (this.hasHeader) allowed = Math.min(this.remaining.fairShare, this.concurrency);
			else {
				allowed = this.concurrency;
				at = Math.max(at, (this.sentTimes.at(-this.perMinute) ?? -MINUTE_MS) + MINUTE_MS);
			}
		}
		const lastSentAt = this.sentTimes.at(-1) ?? Number.NEGATIVE_INFINITY;
		return Math.max(at, this.inFlight < allowed ? now : Math.max(lastSentAt + SLOW_MS, now));
	}

	send(now: number): Sent {
		this.inFlight++;
		this.sentTimes.push(now);
		if (this.sentTimes.length > this.perMinute * 2)
			this.sentTimes = this.sentTimes.slice(-this.perMinute);
		return { sentAt: now, probe: this.isExhausted };
	}

	release({ sentAt, probe }: Sent, usage: Usage, now: number): void {
		this.inFlight--;
		if (usage.kind === 'lost') {
			// They do not count, so an outage does not use up the plan.
			const at = this.sentTimes.lastIndexOf(sentAt);
			if (at >= 0) this.sentTimes.splice(at, 1);
			return;
		}
		const { remaining } = usage;
		const isServed = usage.kind === 'answered';
		this.answeredAt = now;
		this.isRefused = !isServed;
		this.missing = remaining === undefined ? this.missing + 1 : 0;
		const isServedAtZero = isServed && remaining === 0 && (probe || !this.hasHeader);
		this.servedAtZero = isServedAtZero ? this.servedAtZero + 1 : 0;
		const isContradicted = isServed ? probe && remaining === 0 : remaining !== 0;
		this.concurrency = isContradicted ? 1 : this.concurrency + 1;
		if (isServed) {
			// Without the header, a probe that succeeds counts as a new window.
			const unknownRise = probe ? Number.POSITIVE_INFINITY : 0;
			const rise =
				remaining === undefined ? unknownRise : this.remaining.read(remaining, sentAt, now);
			this.estimator.recordServed(probe, rise, this.remaining.largest, now);
		} else {
			this.remaining.refuse(now, remaining);
			this.holdUntil = Math.max(this.holdUntil, now + (usage.retryAfterMs ?? 0));
			if (probe) this.estimator.recordRefusedProbe(sentAt);
		}
		if (this.isExhausted) this.estimator.recordEmpty(sentAt);
	}
}
