import { numberOf } from '../records/value';

const MINUTE_MS = 60_000;

/** The minute of the plan, and a little more, because requests take different times to arrive. */
const PLAN_MS = MINUTE_MS + 500;

/** How much of what is left may be in flight: processes with the same key do not see each other. */
const IN_FLIGHT_SHARE = 0.25;

/** A request that takes longer does not hold up the others. */
const SLOW_MS = 1_000;

/**
 * When it is tried whether there is more, after the window began: about 20 % later each time, and at the end of windows
 * of usual lengths.
 */
const PROBE_AGES_MS = [1, 2, 3, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60].map((s) => s * 1_000);
const LATE_PROBE_MS = 10_000;

/** A longer `Retry-After` could hold up the key for years. */
const MAX_HOLD_MS = 60 * MINUTE_MS;

/** What the end of a request says about the rate limit. */
export interface Reply {
	/** `rejected`: by the rate limit. `none`: there was no response, or none of the service itself. */
	kind: 'served' | 'rejected' | 'none';
	/** Requests left. */
	remaining?: number;
	/** Milliseconds in which nothing may be sent. */
	retryAfterMs?: number;
}

/** What the headers of a response say. */
export function readRateLimit(headers: Readonly<Record<string, string>>): Omit<Reply, 'kind'> {
	const remaining = Number.parseInt(headers['x-ratelimit-remaining'] ?? '', 10);
	return {
		// Some count below zero.
		remaining: Number.isNaN(remaining) ? undefined : Math.max(remaining, 0),
		retryAfterMs: readRetryAfter(headers['retry-after'], headers.date),
	};
}

/** Seconds, some services with a fraction, or an HTTP date (RFC 9110, section 10.2.3), which counts by the service's own clock. */
function readRetryAfter(text?: string, date = new Date().toUTCString()): number | undefined {
	const seconds = numberOf(text);
	const waitMs = seconds === undefined ? Date.parse(text ?? '') - Date.parse(date) : seconds * 1000;
	return Number.isNaN(waitMs) ? undefined : Math.max(Math.ceil(waitMs), 0);
}

/**
 * What is known about the rate limit of a key, and when it allows the next request:
 * 1. `Retry-After` holds back all requests.
 * 2. The plan's requests in a minute are a ceiling.
 * 3. If nothing is left, one at a time tries whether there is more, at growing intervals.
 * 4. If something is left, a quarter of it may be in flight.
 * 5. Without the header, there is no other limit, but after a rejection one may be in flight, and one more with each
 *    response. Otherwise a token bucket would reject nine in ten requests.
 * 6. Before the first response, and after a minute without one, one may be in flight.
 * 7. If those in flight take a second, one more may be sent. Otherwise a workflow that runs for five minutes would hold
 *    up all others.
 */
export class RateLimit {
	private inFlight = 0;
	/** When the last requests were sent: a ring with a place for each request of a minute. */
	private readonly sentTimes: number[] = [];
	private sentCount = 0;
	private lastSentAt = -Infinity;
	private respondedAt = -Infinity;
	private holdUntil = -Infinity;
	/** Infinite without the header. 0 after a rejection. */
	private left = Infinity;
	private leftReadAt = -Infinity;
	private maxInFlight = Infinity;
	/** When the first response of the present window came. */
	private windowAt = -Infinity;
	private probeAt = -Infinity;

	constructor(private readonly perMinute: number) {}

	/** When the next request may be sent, by what is known now. */
	nextAt(now: number): number {
		// Rules 1 and 2
		const oldest = this.sentTimes[this.sentCount % this.perMinute] ?? -Infinity;
		const earliest = Math.max(now, this.holdUntil, oldest + PLAN_MS);
		// Rule 3
		if (this.left === 0 && this.isKnown(now)) return Math.max(earliest, this.probeAt);
		// Rules 4 to 6
		const share = Math.min(Math.ceil(this.left * IN_FLIGHT_SHARE), this.maxInFlight);
		if (this.inFlight < (this.isKnown(now) ? share : 1)) return earliest;
		// Rule 7
		return Math.max(earliest, this.lastSentAt + SLOW_MS);
	}

	/** A request is sent now. */
	sent(now: number): void {
		this.inFlight += 1;
		this.lastSentAt = now;
		this.sentTimes[this.sentCount % this.perMinute] = now;
		this.sentCount += 1;
		if (this.left === 0) this.scheduleProbe(now);
	}

	/** A request has ended that was sent at that time. */
	ended(
		now: number,
		sentAt: number,
		{ kind, remaining = Infinity, retryAfterMs = 0 }: Reply,
	): void {
		this.inFlight -= 1;
		this.holdUntil = Math.max(this.holdUntil, now + Math.min(retryAfterMs, MAX_HOLD_MS));
		if (kind === 'none') return;

		if (!this.isKnown(now)) this.windowAt = now;
		this.respondedAt = now;
		if (kind === 'rejected') {
			// The header did not announce it.
			if (remaining > 0) this.maxInFlight = 1;
			this.setLeft(0, now);
			return;
		}
		this.maxInFlight += 1;
		// Responses overtake each other: a lower value counts, a higher one only of a request that was sent later.
		if (remaining < this.left || sentAt >= this.leftReadAt) this.setLeft(remaining, now);
	}

	private setLeft(left: number, now: number): void {
		const before = this.left;
		this.left = left;
		this.leftReadAt = now;
		if (left > before) this.windowAt = now;
		if (left === 0 && before > 0) this.scheduleProbe(now);
	}

	private scheduleProbe(now: number): void {
		const age = now - this.windowAt;
		const next = PROBE_AGES_MS.find((each) => each > age) ?? age + LATE_PROBE_MS;
		this.probeAt = this.windowAt + next;
	}

	/** Whether a response of the last minute says how much is left. */
	private isKnown(now: number): boolean {
		return now - this.respondedAt <= MINUTE_MS;
	}
}
