import { reject, type Result } from '../result';
import { CircuitBreaker, isAway } from './circuitBreaker';
import type { Clock } from './clock';
import type { CauseName } from './errors';
import { type Headers, idempotencyKey, sentWith } from './headers';
import { failureFor } from './failure';
import type { Usage } from './rateLimit/budget';
import type { Limiter, Permit } from './rateLimit/limiter';
import { isHidden } from './redact';
import {
	isRateLimit,
	pauseBeforeRetry,
	regardEarlier,
	type Attempts,
	type RETRY_LIMITS,
} from './retryPolicy';
import type { ApiRequest, Failure, Outcome } from './types';

/**
 * A request may wait at least so long before it is first sent, even if 'Max Rate Limit Wait' is less: until the first
 * response, requests are sent one by one.
 */
const QUEUE_MS = 10_000;

/** What all requests of a run share. */
export interface Dispatcher {
	/** Without waiting, and without sending it again. */
	sendOnce: (request: ApiRequest, timeout: number) => Promise<Outcome>;
	clock: Clock;
	/** Limits how many are in flight: the loop limits items, but an item that reads a list sends many. */
	inFlight: <T>(run: () => Promise<T>) => Promise<T>;
	/** Shared by all requests of this process with the same key. */
	limiter: Pick<Limiter, 'acquire'>;
	/** Made at the first failure after a response. */
	breaker?: CircuitBreaker;
	/** When the last response came. */
	respondedAt?: number;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
	signal?: AbortSignal;
	/** What each idempotency key was sent with. */
	sentKeys: Map<string, string>;
	/** The longest time that a request has waited for the rate limit so far. */
	longestWaitMs: number;
}

/** How one request is sent, from the options of the item. */
export interface SendSettings {
	/** Milliseconds that one response may take, from the start of the request to its end. */
	timeout: number;
	limits: typeof RETRY_LIMITS;
	/** Besides those of the credential. */
	headers?: Headers;
}

/**
 * Sends a request: checks whether it may be sent at all, waits until it may be sent now, sends it, and repeats that
 * until there is a response or the retry policy ends it.
 */
export async function dispatch(
	dispatcher: Dispatcher,
	unsent: ApiRequest,
	{ timeout, limits, headers }: SendSettings,
): Promise<Outcome> {
	const { sendOnce, inFlight, clock, random, signal, sentKeys } = dispatcher;
	const request = { ...unsent, headers: sentWith(unsent.method, headers) };
	const key = idempotencyKey(request.headers);
	const mistake = mistakeIn(request, key, sentKeys);
	if (mistake) return reject(failureFor(mistake, request));

	const isIdempotent = request.method !== 'POST' || key !== undefined;
	const attempts: Attempts = { isIdempotent, causes: [], activeMs: 0, rateLimitMs: 0 };
	/** The failure to report if there is no further attempt. */
	let last: Failure | undefined;
	// It keeps its place during pauses: another request would fail in the same way.
	return await inFlight(async () => {
		const startedAt = clock.now();
		for (;;) {
			const maxWaitMs = limits.rateLimitMs - attempts.rateLimitMs;
			const permit = await waitForPermit(dispatcher, request, maxWaitMs, last);
			if (!permit.ok) return permit;
			recordWait(dispatcher, attempts, permit.value.waitedMs);

			const sentAt = clock.now();
			dispatcher.breaker?.recordSent(sentAt);
			const within = dispatcher.breaker?.timeoutWithin(timeout) ?? timeout;
			const response = await sendOnce(request, within).catch(
				// Services and networks never make it throw, so this is a bug.
				(thrown) => reject(failureFor('unexpected', request, { detail: String(thrown) })),
			);
			permit.value.release(usageOf(response));
			const outcome = response.ok ? response : regardEarlier(response.problem, attempts, request);
			const now = clock.now();
			recordOutcome(dispatcher, outcome, sentAt, now);
			if (outcome.ok) return outcome;

			const { problem } = outcome;
			attempts.causes.push(problem.cause);
			if (isRateLimit(problem.cause)) recordWait(dispatcher, attempts, now - sentAt);
			const elapsedMs = Math.round(now - startedAt);
			attempts.activeMs = elapsedMs - attempts.rateLimitMs;
			last = reported(problem, last);
			const count = attempts.causes.length;
			if (count > 1) last = { ...last, attempts: count, elapsedMs };
			const pauseMs = pauseBeforeRetry(attempts, problem, limits, random());
			if (pauseMs === undefined || dispatcher.breaker?.isOpen) return reject(last);
			if (isRateLimit(problem.cause)) recordWait(dispatcher, attempts, pauseMs);
			// An abort ends the pause, and is noticed before the next attempt.
			await clock.sleep(pauseMs, signal).catch(() => {});
		}
	});
}

/** Why a request must not be sent. */
function mistakeIn(
	request: ApiRequest,
	key: string | undefined,
	sentKeys: Dispatcher['sentKeys'],
): CauseName | undefined {
	if (key !== undefined) {
		const content = JSON.stringify({ ...request, headers: undefined });
		// The service would answer the second request with the response to the first.
		if ((sentKeys.get(key) ?? content) !== content) return 'keyReused';
		sentKeys.set(key, content);
	}
	const { body = '', path, query, headers = {} } = request;
	const sent = [query, headers].flatMap((each) => Object.entries(each).flat());
	return [body, decodeURIComponent(path), ...sent].some(isHidden) ? 'hiddenValue' : undefined;
}

/** An attempt that may have been processed is reported, even if later ones could not be sent. */
const reported = (problem: Failure, earlier = problem): Failure =>
	problem.sent === false && earlier.sent !== false ? earlier : problem;

function recordWait(dispatcher: Dispatcher, attempts: Attempts, ms: number): void {
	attempts.rateLimitMs += ms;
	dispatcher.longestWaitMs = Math.max(dispatcher.longestWaitMs, attempts.rateLimitMs);
}

function recordOutcome(dispatcher: Dispatcher, outcome: Outcome, sentAt: number, now: number) {
	if (!outcome.ok && isAway(outcome.problem)) {
		dispatcher.breaker ??= new CircuitBreaker(dispatcher.respondedAt);
		dispatcher.breaker.record(outcome.problem, sentAt, now);
	} else {
		dispatcher.breaker = undefined;
		dispatcher.respondedAt = now;
	}
}

/** Waits until the rate limit allows it. If it does not, or the service stopped responding, the last attempt is the result. */
async function waitForPermit(
	dispatcher: Dispatcher,
	request: ApiRequest,
	maxWaitMs: number,
	last: Failure | undefined,
): Promise<Result<Permit, Failure>> {
	const { limiter, clock, signal } = dispatcher;
	const isStopped = () => dispatcher.breaker?.canSend(clock.now()) === false;
	const stopped = () => reject(last ?? failureFor('stoppedResponding', request));
	if (isStopped()) return stopped();
	const permit = await limiter.acquire(signal, maxWaitMs, last ? 0 : QUEUE_MS);
	if (!permit.ok) {
		const { cause } = permit.problem;
		const isTried = last && cause === 'waitTooLong';
		return reject(isTried ? last : failureFor(cause, request, permit.problem));
	}
	// Both may have happened during the wait.
	if (!signal?.aborted && !isStopped()) return permit;
	permit.value.release({ kind: 'lost' });
	return signal?.aborted ? reject(failureFor('cancelled', request)) : stopped();
}

function usageOf(outcome: Outcome): Usage {
	const { remaining, resetMs, retryAfterMs } = outcome.ok ? outcome.value : outcome.problem;
	if (outcome.ok) return { kind: 'answered', remaining, resetMs };
	if (isRateLimit(outcome.problem.cause))
		return { kind: 'refused', remaining, resetMs, retryAfterMs };
	// A gateway responds without the header of the service.
	return remaining === undefined ? { kind: 'lost' } : { kind: 'answered', remaining, resetMs };
}
