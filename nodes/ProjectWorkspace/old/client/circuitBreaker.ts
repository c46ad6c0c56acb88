import { errorRow } from './errors';
import type { Failure } from './types';

/** Failures since the last response that open the circuit. A slow one counts as ten. */
const FAILURE_THRESHOLD = 100;
const SLOW_FAILURE = 10;
const SLOW_FAILURE_MS = 1_000;
/**
 * The circuit opens only if the service has been away for this long, so that a restart costs no item. Also the timeout
 * of a request after so many failures, and the interval at which an open circuit lets one request through.
 */
const RESET_TIMEOUT_MS = 5_000;

/**
 * Ends a run within seconds in an outage. Otherwise, each of thousands of items would make all its attempts, or wait
 * for a whole timeout. While open, it lets one request through per interval. A run makes one at the first failure, and
 * drops it with any response.
 */
export class CircuitBreaker {
	isOpen = false;
	private readonly respondedAt: number;
	/** Failures that ended since the last response … */
	private lost = 0;
	/** … and those that were also sent since: only they show that the service is away. */
	private silent = 0;
	private silentSince = Number.POSITIVE_INFINITY;
	private probeAt = Number.NEGATIVE_INFINITY;

	constructor(respondedAt = Number.NEGATIVE_INFINITY) {
		this.respondedAt = respondedAt;
	}

	canSend(now: number): boolean {
		return !this.isOpen || now >= this.probeAt;
	}

	recordSent(now: number): void {
		if (this.isOpen) this.probeAt = now + RESET_TIMEOUT_MS;
	}

	/** Milliseconds that a response may take: less than `timeout` after many failures. */
	timeoutWithin(timeout: number): number {
		return this.lost >= FAILURE_THRESHOLD ? Math.min(timeout, RESET_TIMEOUT_MS) : timeout;
	}

	/** One that timed out, or after which the service asks for a pause, counts as slow. */
	record(
		{ cause, retryAfterMs }: Pick<Failure, 'cause' | 'retryAfterMs'>,
		sentAt: number,
		now: number,
	): void {
		const holdsUp = cause === 'timeout' || retryAfterMs !== undefined;
		const weight = holdsUp || now - sentAt >= SLOW_FAILURE_MS ? SLOW_FAILURE : 1;
		this.lost += weight;
		if (sentAt < this.respondedAt) return;
		this.silent += weight;
		this.silentSince = Math.min(this.silentSince, sentAt);
		if (this.isOpen || this.silent < FAILURE_THRESHOLD) return;
		if (now - this.silentSince < RESET_TIMEOUT_MS) return;
		this.isOpen = true;
		this.probeAt = now + RESET_TIMEOUT_MS;
	}
}

/** No response, or that of a gateway for a service that is away. */
export const isAway = ({ cause, status }: Pick<Failure, 'cause' | 'status'>) =>
	status === undefined || (status >= 500 && errorRow(cause).retry === 'idempotent');
