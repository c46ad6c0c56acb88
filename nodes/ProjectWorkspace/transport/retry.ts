import type { HttpMethod } from '../resources';
import { causeRow, type Failure } from './errors';

/** What is sent again, by whether the service may have processed it. */
const SENT_AGAIN: Readonly<Record<'always' | 'idempotent' | 'rateLimit', readonly HttpMethod[]>> = {
	always: ['GET', 'POST', 'PUT', 'DELETE'],
	idempotent: ['GET', 'PUT', 'DELETE'],
	rateLimit: ['GET', 'POST', 'PUT', 'DELETE'],
};

/** If one in five attempts fails, 0.2^10 = 1e-7 of the requests are lost. */
const MAX_ATTEMPTS = 10;

/** From the first attempt on: it bounds slow timeouts. */
const MAX_TOTAL_MS = 5 * 60_000;

/** The longest wait for the rate limit after a rejection. The limit is one per minute, so more would be of no use. */
export const MAX_WAIT_MS = 2 * 60_000;

/** 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
const BACKOFF = { firstMs: 250, factor: 2, maxMs: 5_000 } as const;

export interface Attempts {
	method: HttpMethod;
	/** Without those that the rate limit rejected. */
	failed: number;
	/** Since the first attempt. */
	elapsedMs: number;
	/** Since the first rejection by the rate limit. */
	rejectedForMs: number;
}

/**
 * Milliseconds until the next attempt, or undefined if there is none.
 * @param failure of the last attempt
 * @param random from 0 up to 1
 */
export function pauseBeforeRetry(
	{ method, failed, elapsedMs, rejectedForMs }: Attempts,
	{ cause, retryAfterMs = 0 }: Pick<Failure, 'cause' | 'retryAfterMs'>,
	random: number,
): number | undefined {
	const { again, maxAttempts = MAX_ATTEMPTS } = causeRow(cause);
	if (again === undefined || !SENT_AGAIN[again].includes(method)) return undefined;

	if (again === 'rateLimit') {
		// Without a pause: the pace holds back all requests of the key.
		return rejectedForMs + retryAfterMs <= MAX_WAIT_MS ? 0 : undefined;
	}
	if (failed >= maxAttempts || retryAfterMs > MAX_WAIT_MS) return undefined;
	const pauseMs = Math.max(backoff(failed, random), retryAfterMs);
	return elapsedMs + pauseMs <= MAX_TOTAL_MS ? pauseMs : undefined;
}

function backoff(failed: number, random: number): number {
	const { firstMs, factor, maxMs } = BACKOFF;
	const wholeMs = Math.min(firstMs * factor ** (failed - 1), maxMs);
	return Math.round((wholeMs / 2) * (1 + random));
}
