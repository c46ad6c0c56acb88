import type { HttpMethod } from '../catalogue';
import type { CircuitBreaker } from './circuitBreaker';
import type { Clock } from './clock';
import { errorRow, type CauseName } from './errors';
import { refused } from './outcome';
import { type Limiter, type Permit, WaitTooLong } from './rateLimit/limiter';
import type { Usage } from './rateLimit/quota';
import { parseRemaining } from './rateLimit/remaining';
import {
	type Bounds,
	isRateLimit,
	parseRetryAfter,
	pauseBeforeRetry,
	type RetryBudget,
} from './retryPolicy';
import type { ApiRequest, Outcome, Refused } from './types';

/**
 * How long a request that was never sent may wait at least: until the first response, requests go out one by one,
 * and that wait is not the service's wish.
 */
const QUEUE_MS = 10_000;

export interface Sending {
	request: ApiRequest;
	/** Sends once, with so many milliseconds for the response. Does not throw for what a service or a network does. */
	attempt: (timeout: number) => Promise<Outcome>;
	timeout: number;
	limiter: Pick<Limiter, 'acquire'>;
	budget: RetryBudget;
	breaker: CircuitBreaker;
	clock: Clock;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
	signal?: AbortSignal;
	bounds: Bounds;
}

/**
 * Sends when the rate limit allows it, until there is a response or the policy says to stop.
 * @returns also how long it waited for the rate limit, in milliseconds
 */
export async function sendWithRetries(
	sending: Sending,
): Promise<{ outcome: Outcome; rateLimitMs: number }> {
	const { request, budget, breaker, clock, signal, bounds } = sending;
	const { method } = request;
	const causes: CauseName[] = [];
	let rateLimitMs = 0;
	let startedAt: number | undefined;
	let retryCost: number | undefined;
	let last: Refused | undefined;
	for (;;) {
		const permit = await permitFor(sending, last, bounds.quotaMs - rateLimitMs);
		if ('failure' in permit) return { outcome: permit, rateLimitMs };
		rateLimitMs += permit.waitedMs;
		const sentAt = clock.now();
		startedAt ??= sentAt - permit.waitedMs;
		const timeout = breaker.sending(sending.timeout, sentAt);
		const outcome = orDeleted(await sendWith(permit, sending, timeout), method, causes);
		const now = clock.now();
		if (outcome.ok) {
			breaker.responded(now);
			budget.giveBack(retryCost);
			return { outcome, rateLimitMs };
		}

		const { cause, status = 0 } = outcome.failure;
		if (isRateLimit(cause) || (status > 0 && status < 500)) breaker.responded(now);
		else breaker.noResponse({ sentAt, now, timedOut: cause === 'timeout' });
		causes.push(cause);
		if (isRateLimit(cause)) rateLimitMs += now - sentAt;
		const elapsedMs = Math.round(now - startedAt);
		// What may have gone through before is told, also where the service cannot be reached any more.
		const told = last && !isNeverSent(last) && isNeverSent(outcome) ? last : outcome;
		last = withEffort(told, causes.length, elapsedMs);
		const retryAfterMs = parseRetryAfter(outcome.headers?.['retry-after'], now);
		const pauseMs = pauseBeforeRetry({
			method,
			causes,
			elapsedMs: elapsedMs - rateLimitMs,
			rateLimitMs,
			retryAfterMs,
			random: sending.random(),
			bounds,
		});
		if (pauseMs === undefined) return { outcome: last, rateLimitMs };
		if (isRateLimit(cause)) continue;
		retryCost = budget.take(cause === 'timeout' || retryAfterMs !== undefined);
		if (retryCost === undefined) return { outcome: last, rateLimitMs };
		// An abort ends the pause, and is told before the next attempt.
		await clock.sleep(pauseMs, signal).catch(() => {});
	}
}

/** @param last how the attempt before ended, if there was one: this is told where there is no permit for another. */
async function permitFor(
	{ request, limiter, breaker, clock, signal }: Sending,
	last: Refused | undefined,
	mayWaitMs: number,
): Promise<Permit | Refused> {
	const stopped = () => (last ? breaker.isOpen : !breaker.admits(clock.now()));
	if (stopped()) return last ?? refused('stoppedResponding', request);
	let permit: Permit;
	try {
		permit = await limiter.acquire(signal, mayWaitMs, last ? 0 : QUEUE_MS);
	} catch (reason) {
		if (reason instanceof WaitTooLong) {
			return last ?? refused('waitTooLong', request, { addition: waitAsked(reason) });
		}
		return refused(signal?.aborted ? 'cancelled' : 'unexpected', request);
	}
	// It may come in the same moment as the abort, or after the news that the service is silent.
	if (!signal?.aborted && !stopped()) return permit;
	permit.release({ kind: 'unused' });
	if (signal?.aborted) return refused('cancelled', request);
	return last ?? refused('stoppedResponding', request);
}

const waitAsked = ({ expectedMs }: WaitTooLong) =>
	expectedMs === undefined ? undefined : `wait of ${Math.ceil(expectedMs / 1000)} s`;

/** Releases the permit whatever happens: a bug while sending must not hold up everyone else. */
async function sendWith(
	permit: Permit,
	{ attempt, clock }: Sending,
	timeout: number,
): Promise<Outcome> {
	try {
		const outcome = await attempt(timeout);
		permit.release(usageOf(outcome, clock.now()));
		return outcome;
	} finally {
		permit.release({ kind: 'lost' });
	}
}

/** What the outcome says about the rate limit. */
function usageOf(outcome: Outcome, now: number): Usage {
	const { headers = {} } = outcome;
	const remaining = parseRemaining(headers['x-ratelimit-remaining']);
	if (outcome.ok) return { kind: 'answered', remaining };
	const { cause } = outcome.failure;
	const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
	if (isRateLimit(cause)) return { kind: 'refused', remaining, retryAfterMs };
	if (errorRow(cause).neverSent) return { kind: 'unused' };
	// A gateway that responded for the service sends no header of it.
	return remaining === undefined ? { kind: 'lost' } : { kind: 'answered', remaining };
}

const isNeverSent = ({ failure }: Refused) => errorRow(failure.cause).neverSent === true;

/** A repeated DELETE that gets 404 is done where an attempt before may have deleted the record. */
function orDeleted(outcome: Outcome, method: HttpMethod, before: readonly CauseName[]): Outcome {
	if (outcome.ok || method !== 'DELETE' || outcome.failure.cause !== 'notFound') return outcome;
	return before.map(errorRow).some(({ repeat, didNotAct }) => repeat === 'idempotent' && !didNotAct)
		? { ok: true, status: 404, headers: {}, body: undefined }
		: outcome;
}

/** What was tried, for the details; nothing where one attempt was all. */
const withEffort = (outcome: Refused, attempts: number, elapsedMs: number): Refused =>
	attempts < 2 ? outcome : { ...outcome, failure: { ...outcome.failure, attempts, elapsedMs } };
