import { ok, reject } from '../result';
import { errorRow, type CauseName, type ErrorRow } from './errors';
import type { ApiRequest, Failure, Outcome } from './types';

/**
 * Ten attempts: if one in five fails, 0.2^10 = 1e-7 of the requests are lost. Their backoff adds up to under 30 s; five
 * minutes bound slow timeouts. The rate limit is one per minute, so longer waits than five minutes are of no use.
 */
export const RETRY_LIMITS = {
	/** Attempts that may fail. Waits for the rate limit do not count. */
	attempts: 10,
	/** From the first attempt on, without the waits for the rate limit. */
	totalMs: 5 * 60_000,
	/** All waits for the rate limit, before the first attempt as well. */
	rateLimitMs: 5 * 60_000,
};

/** Exponential backoff: 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
const BACKOFF = { firstMs: 250, factor: 2, maxMs: 5_000 } as const;

/** While the rate limit is used up, a single request tries up to 22 times in a minute whether there is more. */
const MAX_REJECTIONS = 30;

/** A longer `Retry-After` is not waited for. */
const MAX_PAUSE_MS = 30_000;

export interface Attempts {
	/** Whether the service may process the request twice: GET, PUT, DELETE, and POST with an idempotency key. */
	isIdempotent: boolean;
	/** Why the attempts so far failed, in order. */
	causes: CauseName[];
	/** Since the first attempt, without waits for the rate limit. */
	activeMs: number;
	/** All waits for the rate limit. */
	rateLimitMs: number;
}

/**
 * Milliseconds until the next attempt, or undefined if there is none.
 * @param problem why the last attempt failed
 * @param random from 0 up to 1
 */
export function pauseBeforeRetry(
	{ isIdempotent, causes, activeMs, rateLimitMs }: Attempts,
	problem: Pick<Failure, 'cause' | 'retryAfterMs' | 'isRetryAfterTooLong'>,
	limits: typeof RETRY_LIMITS,
	random: number,
): number | undefined {
	const { cause, retryAfterMs, isRetryAfterTooLong } = problem;
	const { retry, maxAttempts = Infinity, waitMs = 0 } = errorRow(cause);
	if (!retry || (retry === 'idempotent' && !isIdempotent)) return undefined;
	if (causes.filter((each) => each === cause).length >= maxAttempts) return undefined;
	const rejections = causes.filter(isRateLimit).length;
	if (isRateLimit(cause)) {
		if (rejections >= MAX_REJECTIONS) return undefined;
		if (rateLimitMs + (retryAfterMs ?? waitMs) > limits.rateLimitMs) return undefined;
		// The limiter waits for `Retry-After`: it holds back all requests of the key.
		return retryAfterMs === undefined ? waitMs : 0;
	}
	const attempts = causes.length - rejections;
	if (attempts >= limits.attempts) return undefined;
	if (isRetryAfterTooLong || (retryAfterMs ?? 0) > MAX_PAUSE_MS) return undefined;
	const pauseMs = Math.max(backoff(attempts, random), retryAfterMs ?? 0);
	return activeMs + pauseMs <= limits.totalMs ? pauseMs : undefined;
}

function backoff(attempts: number, random: number): number {
	const whole = Math.min(BACKOFF.firstMs * BACKOFF.factor ** (attempts - 1), BACKOFF.maxMs);
	return Math.round((whole / 2) * (1 + random));
}

/** A rejection by the rate limit counts as a wait, not as a failed attempt. */
export const isRateLimit = (cause: CauseName) => errorRow(cause).isRateLimit ?? false;

const isUncertain = ({ retry, notProcessed }: ErrorRow) => retry === 'idempotent' && !notProcessed;

const EARLIER_ATTEMPT = 'An earlier attempt may have made this change. ';

/** If an earlier attempt may have made the change, a 404 for a DELETE is a success, and a conflict may come from it. */
export function regardEarlier(
	problem: Failure,
	{ causes }: Attempts,
	{ method }: ApiRequest,
): Outcome {
	const mayBeMade = method !== 'GET' && causes.map(errorRow).some(isUncertain);
	if (mayBeMade && problem.cause === 'conflict')
		return reject({ ...problem, description: `${EARLIER_ATTEMPT}${problem.description}` });
	return mayBeMade && method === 'DELETE' && problem.cause === 'notFound'
		? ok({ status: 204, headers: {}, body: undefined })
		: reject(problem);
}
