import type { HttpMethod } from '../catalogue';
import type { CircuitBreaker } from './circuitBreaker';
import type { Clock } from './clock';
import { errorRow, type CauseName } from './errors';
import { type Headers, idempotencyKey } from './headers';
import { failureFor } from './outcome';
import { type Limiter, type Permit, WaitTooLong } from './rateLimit/limiter';
import type { Usage } from './rateLimit/quota';
import { parseRemaining } from './rateLimit/remaining';
import { type RetryLimits, isRateLimit, parseRetryAfter, pauseBeforeRetry } from './retryPolicy';
import type { ApiRequest, Outcome, Failed } from './types';

/**
 * The minimum time that a request may wait before it is first sent. Until the first response, requests are sent one by
 * one, whatever the limit for waits is.
 */
const QUEUE_MS = 10_000;

/** What all requests of a run share. */
export interface Dispatcher {
	/** Limits how many are in flight. */
	inFlight: <T>(run: () => Promise<T>) => Promise<T>;
	/** Shared by all requests of this process with the same key. */
	limiter: Pick<Limiter, 'acquire'>;
	breaker: CircuitBreaker;
	/** Sends once; `timeout` is in milliseconds. Never throws because of a service or a network. */
	sendOnce: (request: ApiRequest, timeout: number) => Promise<Outcome>;
	clock: Clock;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
	signal?: AbortSignal;
}

export interface SendSettings {
	/** Milliseconds that one response may take, from the start of the request to its end. */
	timeout: number;
	limits: RetryLimits;
	/** Besides those of the credential. */
	headers?: Headers;
}

/** What has been tried so far. */
interface Attempts {
	causes: CauseName[];
	/** Milliseconds spent waiting for the rate limit. */
	rateLimitMs: number;
	/** What is reported if nothing else is tried. */
	last?: Failed;
}

/**
 * The way of every request, from top to bottom: waits until it may be sent, sends it, and repeats that until there is a
 * response or the retry policy ends it.
 * @returns also how long it waited for the rate limit, in milliseconds
 */
export async function dispatch(
	dispatcher: Dispatcher,
	request: ApiRequest,
	{ timeout, limits }: SendSettings,
): Promise<{ outcome: Outcome; rateLimitMs: number }> {
	const { inFlight, breaker, clock, random, signal } = dispatcher;
	// With an idempotency key, a POST may be repeated as a PUT is.
	const method = idempotencyKey(request.headers) === undefined ? request.method : 'PUT';
	const attempts: Attempts = { causes: [], rateLimitMs: 0 };
	const end = (outcome: Outcome) => ({ outcome, rateLimitMs: attempts.rateLimitMs });
	// Held during pauses, too: another request would fail in the same way.
	return await inFlight(async () => {
		const startedAt = clock.now();
		for (;;) {
			const permit = await waitForPermit(dispatcher, request, attempts, limits);
			if ('failure' in permit) return end(permit);
			attempts.rateLimitMs += permit.waitedMs;

			const sentAt = clock.now();
			const shortened = breaker.recordSent(timeout, sentAt);
			const response = await sendWith(permit, dispatcher, request, shortened);
			const outcome = acceptRepeatedDelete(response, method, attempts.causes);
			const now = clock.now();
			record(breaker, outcome, sentAt, now);
			if (outcome.ok) return end(outcome);

			const { cause } = outcome.failure;
			attempts.causes.push(cause);
			if (isRateLimit(cause)) attempts.rateLimitMs += now - sentAt;
			const elapsedMs = Math.round(now - startedAt);
			// An attempt that may have been processed is reported, even if later ones could not be sent.
			const { last = outcome } = attempts;
			const reported = isNeverSent(outcome) && !isNeverSent(last) ? last : outcome;
			attempts.last = addAttempts(reported, attempts.causes.length, elapsedMs);
			const pauseMs = pauseBeforeRetry({
				...attempts,
				method,
				elapsedMs: elapsedMs - attempts.rateLimitMs,
				retryAfterMs: parseRetryAfter(outcome.headers?.['retry-after'], now),
				random: random(),
				limits,
			});
			if (pauseMs === undefined || breaker.isOpen) return end(attempts.last);
			// An abort ends the pause, and is noticed before the next attempt.
			await clock.sleep(pauseMs, signal).catch(() => {});
		}
	});
}

/** Waits until the rate limit allows it. If it does not, or the service stopped responding, the last attempt is the result. */
async function waitForPermit(
	{ limiter, breaker, clock, signal }: Dispatcher,
	request: ApiRequest,
	{ last, rateLimitMs }: Attempts,
	{ rateLimitMs: maxRateLimitMs }: RetryLimits,
): Promise<Permit | Failed> {
	const isStopped = () => (last ? breaker.isOpen : !breaker.canSend(clock.now()));
	if (isStopped()) return last ?? failureFor('stoppedResponding', request);
	let permit: Permit;
	try {
		permit = await limiter.acquire(signal, maxRateLimitMs - rateLimitMs, last ? 0 : QUEUE_MS);
	} catch (reason) {
		if (reason instanceof WaitTooLong) {
			return last ?? failureFor('waitTooLong', request, { detail: waitAsked(reason) });
		}
		return failureFor(signal?.aborted ? 'cancelled' : 'unexpected', request);
	}
	// Both may have happened during the wait.
	if (!signal?.aborted && !isStopped()) return permit;
	permit.release({ kind: 'unused' });
	if (signal?.aborted) return failureFor('cancelled', request);
	return last ?? failureFor('stoppedResponding', request);
}

const waitAsked = ({ expectedMs }: WaitTooLong) =>
	expectedMs === undefined ? undefined : `wait of ${Math.ceil(expectedMs / 1000)} s`;

/** Releases the permit even if a bug throws, so that the other requests go on. */
async function sendWith(
	permit: Permit,
	{ sendOnce, clock }: Dispatcher,
	request: ApiRequest,
	timeout: number,
): Promise<Outcome> {
	try {
		const outcome = await sendOnce(request, timeout);
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
	// A gateway responds without the header of the service.
	return remaining === undefined ? { kind: 'lost' } : { kind: 'answered', remaining };
}

/** Only no response, or that of a gateway for a service that is away, counts as a failure. */
function record(breaker: CircuitBreaker, outcome: Outcome, sentAt: number, now: number): void {
	if (outcome.ok) return breaker.recordResponse(now);
	const { failure, headers } = outcome;
	const { cause, status } = failure;
	const isAway = status === undefined || (status >= 500 && errorRow(cause).retry === 'idempotent');
	if (!isAway) return breaker.recordResponse(now);
	const holdsUp = cause === 'timeout' || headers?.['retry-after'] !== undefined;
	breaker.recordFailure({ sentAt, now, holdsUp });
}

const isNeverSent = ({ failure }: Failed) => errorRow(failure.cause).neverSent === true;

/** A 404 for a repeated DELETE is a success if an earlier attempt may have deleted the record. */
function acceptRepeatedDelete(
	outcome: Outcome,
	method: HttpMethod,
	before: readonly CauseName[],
): Outcome {
	if (outcome.ok || method !== 'DELETE' || outcome.failure.cause !== 'notFound') return outcome;
	return before
		.map(errorRow)
		.some(({ retry, notProcessed }) => retry === 'idempotent' && !notProcessed)
		? { ok: true, status: 404, headers: {}, body: undefined }
		: outcome;
}

/** The number of attempts, if there was more than one. */
const addAttempts = (outcome: Failed, attempts: number, elapsedMs: number): Failed =>
	attempts < 2 ? outcome : { ...outcome, failure: { ...outcome.failure, attempts, elapsedMs } };
