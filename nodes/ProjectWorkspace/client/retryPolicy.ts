import type { HttpMethod } from '../catalogue';
import { errorRow, type CauseName } from './errors';

export interface Bounds {
	/** Attempts that may fail. Waits for the rate limit do not count. */
	attempts: number;
	/** From the first attempt on, without the waits for the rate limit. */
	totalMs: number;
	/** All waits for the rate limit, before the first attempt as well. */
	quotaMs: number;
}

/**
 * Ten attempts: with one in five failing, 0.2^10 = 1e-7 a request, 1e-3 for 10,000 requests together.
 * Their backoff adds up to under 30 s, so the total is bounded by what slow timeouts add.
 * Within a few of the documented minutes every request gets its turn; where none comes in five of them, waiting
 * longer is of no use.
 */
export const BOUNDS: Bounds = { attempts: 10, totalMs: 5 * 60_000, quotaMs: 5 * 60_000 };

/** Exponential backoff: 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
const BACKOFF = { firstMs: 250, factor: 2, mostMs: 5_000 } as const;

/** A `Retry-After` for longer than this is not waited for: an outage is to end in seconds. */
const LONGEST_PAUSE_MS = 30_000;

/** Where a request is after an attempt that did not succeed. */
export interface Situation {
	method: HttpMethod;
	/** Why the attempts so far did not succeed, in order. */
	causes: readonly CauseName[];
	/** Since the first attempt, without waits for the rate limit. */
	elapsedMs: number;
	/** All waits for the rate limit so far. */
	rateLimitMs: number;
	retryAfterMs?: number;
	/** From 0 up to 1. */
	random: number;
	bounds: Bounds;
}

/** Milliseconds until the next attempt, or undefined where there is none. Pure: the same situation has the same answer. */
export function pauseBeforeRetry(situation: Situation): number | undefined {
	const { method, causes, elapsedMs, rateLimitMs, retryAfterMs = 0, bounds } = situation;
	const cause = causes.at(-1);
	if (cause === undefined) return undefined;
	const { repeat, maxAttempts = Infinity } = errorRow(cause);
	if (!repeat || (repeat === 'idempotent' && method === 'POST')) return undefined;
	if (repeat === 'whenAllowed') {
		// The limiter does the waiting, `Retry-After` included: it holds back every request of the key.
		return rateLimitMs + retryAfterMs <= bounds.quotaMs ? 0 : undefined;
	}
	const attempts = causes.filter((each) => !isRateLimit(each)).length;
	if (attempts >= bounds.attempts) return undefined;
	if (causes.filter((each) => each === cause).length >= maxAttempts) return undefined;
	if (retryAfterMs > LONGEST_PAUSE_MS) return undefined;
	const pauseMs = Math.max(backoff(attempts, situation.random), retryAfterMs);
	return elapsedMs + pauseMs <= bounds.totalMs ? pauseMs : undefined;
}

function backoff(attempts: number, random: number): number {
	const whole = Math.min(BACKOFF.firstMs * BACKOFF.factor ** (attempts - 1), BACKOFF.mostMs);
	return Math.round((whole / 2) * (1 + random));
}

/** A refusal by the rate limit is a wait, and no attempt that failed. */
export const isRateLimit = (cause: CauseName) => errorRow(cause).repeat === 'whenAllowed';

/** The standard retry quota of the AWS SDKs: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html */
const CAPACITY = 500;
const RETRY_COST = 5;
/** A retry after a timeout, or after a wait that the service asked for: it takes long, so it costs more. */
const SLOW_RETRY_COST = 10;
const GIVEN_BACK_WITHOUT_RETRY = 1;

/**
 * What all requests of a run may spend on retries. In an outage it is used up in seconds, and every further request is
 * sent once; responses fill it again. First attempts and waits for the rate limit cost nothing.
 */
export class RetryBudget {
	private tokens = CAPACITY;

	/** Takes what one retry costs and returns it, or undefined where too little is left. */
	take(slow: boolean): number | undefined {
		const cost = slow ? SLOW_RETRY_COST : RETRY_COST;
		if (cost > this.tokens) return undefined;
		this.tokens -= cost;
		return cost;
	}

	/** The service responded: what the last retry cost comes back, or a little where there was none. */
	giveBack(cost = GIVEN_BACK_WITHOUT_RETRY): void {
		this.tokens = Math.min(this.tokens + cost, CAPACITY);
	}
}

/** Longer than any bound; a service that asks for days is not worth waiting for in a workflow. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
/** RFC 9110 allows whole seconds only; fractions are seen in the wild. */
const SECONDS = /^\d{1,10}(\.\d+)?$/;
/** All three date formats of RFC 9110 begin with the day's name. `Date.parse` alone takes "5 apples" for a date. */
const DATE = /^(mon|tue|wed|thu|fri|sat|sun)/i;

/** Reads `Retry-After` (seconds or an HTTP date) into milliseconds from `now`. Anything else is ignored. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	const ms = SECONDS.test(text)
		? Math.ceil(Number(text) * 1000)
		: DATE.test(text)
			? Math.max(Date.parse(text) - now, 0)
			: Number.NaN;
	return Number.isNaN(ms) ? undefined : Math.min(ms, LONGEST_RETRY_AFTER_MS);
}
