import type { HttpMethod } from '../catalogue';
import type { CircuitBreaker } from './circuitBreaker';
import { errorRow, type CauseName } from './errors';
import { failureOf } from './failure';
import type { Clock } from './rateLimit/clock';
import { WaitTooLong } from './rateLimit/permit';
import { parseRemaining } from './rateLimit/remaining';
import type { Settlement, Ticket } from './rateLimit/ticket';
import { parseRetryAfter } from './retry/retryAfter';
import type { RetryBudget } from './retryBudget';
import type { ApiRequest, Outcome, Refused } from './types';

export interface Bounds {
	/** Attempts that may fail. Waits for the rate limit do not count. */
	attempts: number;
	/** From the first attempt on, without the waits for the rate limit. */
	totalMs: number;
	/** How long the rate limit may keep a request waiting, before it is sent and again from its first refusal on. */
	quotaMs: number;
}

/**
 * Ten attempts: with one in five failing, 0.2^10 = 1e-7 a request, 1e-3 for 10,000 requests together.
 * Their backoff adds up to under 30 s, so the total is bounded by what slow time-outs add.
 * A quota refusal is a wait, not a failure: every request gets its turn within a few of the documented
 * minutes, and where none comes in five of them, waiting on is of no use.
 */
export const BOUNDS: Bounds = { attempts: 10, totalMs: 5 * 60_000, quotaMs: 5 * 60_000 };

/** Exponential backoff: 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
const BACKOFF = { firstMs: 250, factor: 2, mostMs: 5_000 } as const;

/** A `Retry-After` for longer than this is not waited for: an outage is to end in seconds. */
const LONGEST_PAUSE_MS = 30_000;

export interface Question {
	method: HttpMethod;
	cause: CauseName;
	/** Attempts that failed so far, this one included; those refused by the rate limit do not count. */
	attempt: number;
	/** How many of them failed by this very cause. */
	sameCause: number;
	/** Since the first attempt, without waits for the rate limit. */
	elapsedMs: number;
	/** Since the first refusal by the rate limit. */
	quotaElapsedMs: number;
	retryAfterMs?: number;
	/** From 0 up to 1. */
	random: number;
	bounds: Bounds;
}

/** Milliseconds until the next attempt, or undefined where there is none. Pure: the same question has the same answer. */
export function pauseBeforeRetry(question: Question): number | undefined {
	const { method, cause, attempt, elapsedMs, retryAfterMs = 0, bounds } = question;
	const { repeat, maxAttempts = Infinity } = errorRow(cause);
	if (repeat === 'never' || (repeat === 'idempotent' && method === 'POST')) return undefined;
	if (repeat === 'whenAllowed') {
		// The limiter does the waiting, `Retry-After` included: it holds back every request of the key.
		return question.quotaElapsedMs + retryAfterMs <= bounds.quotaMs ? 0 : undefined;
	}
	if (attempt >= bounds.attempts || question.sameCause >= maxAttempts) return undefined;
	if (retryAfterMs > LONGEST_PAUSE_MS) return undefined;
	const pauseMs = Math.max(backoff(attempt, question.random), retryAfterMs);
	return elapsedMs + pauseMs <= bounds.totalMs ? pauseMs : undefined;
}

function backoff(attempt: number, random: number): number {
	const whole = Math.min(BACKOFF.firstMs * BACKOFF.factor ** (attempt - 1), BACKOFF.mostMs);
	return Math.round((whole / 2) * (1 + random));
}

export interface Sending {
	request: ApiRequest;
	/** Sends once, with this many milliseconds for the response. Does not throw for what a service or a network does. */
	attempt: (timeout: number) => Promise<Outcome>;
	timeout: number;
	limiter: { acquire(signal?: AbortSignal, maxWaitMs?: number): Promise<Ticket> };
	budget: RetryBudget;
	breaker: CircuitBreaker;
	clock: Clock;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
	signal?: AbortSignal;
	bounds: Bounds;
}

/** Sends when the rate limit allows it, until there is a response or the policy says to stop. */
export async function sendWithRetries(
	sending: Sending,
): Promise<{ outcome: Outcome; waitedMs: number }> {
	const { request, budget, breaker, clock, signal, bounds } = sending;
	const causes: CauseName[] = [];
	let waitedMs = 0;
	let startedAt: number | undefined;
	let quotaSince: number | undefined;
	let retryCost: number | undefined;
	let last: Refused | undefined;

	const end = (outcome: Outcome) => {
		const elapsedMs = Math.round(clock.now() - (startedAt ?? clock.now()));
		return {
			outcome: outcome.ok ? outcome : withEffort(outcome, causes.length, elapsedMs),
			waitedMs,
		};
	};
	const endUnsent = (cause: CauseName, addition?: string) =>
		end(last ?? { ok: false, failure: failureOf(cause, request, { addition }) });
	const isBlocked = () => (last ? breaker.isOpen : !breaker.admits(clock.now()));

	for (;;) {
		if (isBlocked()) return endUnsent('stoppedResponding');
		const mayWaitMs = bounds.quotaMs - (quotaSince === undefined ? 0 : clock.now() - quotaSince);
		const turn = await turnOf(sending, Math.max(mayWaitMs, 0));
		if (turn instanceof WaitTooLong) return endUnsent('waitTooLong', waitAsked(turn));
		// The turn may come in the same moment as the abort, or as the news that the service is silent.
		if (turn === 'cancelled' || signal?.aborted || isBlocked()) {
			if (turn !== 'cancelled') turn.settle({ kind: 'unused' });
			if (!signal?.aborted) return endUnsent('stoppedResponding');
			return end({ ok: false, failure: failureOf('cancelled', request) });
		}
		waitedMs += turn.waitedMs;
		const sentAt = clock.now();
		startedAt ??= sentAt - turn.waitedMs;
		const outcome = await sendOnce(sending, turn, breaker.sending(sending.timeout, sentAt));
		const now = clock.now();
		if (outcome.ok || isDeleted(request, outcome, causes)) {
			breaker.responded(now);
			budget.giveBack(retryCost);
			return end(outcome.ok ? outcome : { ok: true, status: 404, headers: {}, body: undefined });
		}

		last = outcome;
		const { cause, status = 0 } = outcome.failure;
		causes.push(cause);
		const isWait = isRateLimit(cause);
		if (isWait) quotaSince ??= sentAt;
		else quotaSince = undefined;
		if (isWait || (status > 0 && status < 500)) breaker.responded(now);
		else breaker.noResponse({ sentAt, now, timedOut: cause === 'timeout' });
		const retryAfterMs = parseRetryAfter(outcome.headers?.['retry-after'], now);
		const pauseMs = pauseBeforeRetry({
			method: request.method,
			cause,
			attempt: causes.filter((earlier) => !isRateLimit(earlier)).length,
			sameCause: causes.filter((earlier) => earlier === cause).length,
			elapsedMs: now - startedAt - waitedMs,
			quotaElapsedMs: quotaSince === undefined ? 0 : now - quotaSince,
			retryAfterMs,
			random: sending.random(),
			bounds,
		});
		if (pauseMs === undefined) return end(outcome);
		if (!isWait) {
			retryCost = budget.take(cause === 'timeout' || retryAfterMs !== undefined, now);
			if (retryCost === undefined) return end(outcome);
			// An abort ends the pause, and is told above.
			await clock.sleep(pauseMs, signal).catch(() => {});
		}
	}
}

const isRateLimit = (cause: CauseName) => errorRow(cause).repeat === 'whenAllowed';

/** A repeated DELETE that gets 404 is done where an attempt before may have deleted the record. */
const isDeleted = (request: ApiRequest, { failure }: Refused, before: readonly CauseName[]) =>
	request.method === 'DELETE' &&
	failure.cause === 'notFound' &&
	before.some((cause) => errorRow(cause).mayHaveActed);

/** What was tried, for the details; nothing where one attempt was all. */
const withEffort = (refused: Refused, attempts: number, elapsedMs: number): Refused =>
	attempts < 2 ? refused : { ...refused, failure: { ...refused.failure, attempts, elapsedMs } };

const waitAsked = ({ expectedMs }: WaitTooLong) =>
	expectedMs === undefined ? undefined : `wait of ${Math.ceil(expectedMs / 1000)} s`;

async function turnOf(
	{ limiter, signal }: Sending,
	maxWaitMs: number,
): Promise<Ticket | WaitTooLong | 'cancelled'> {
	return await limiter.acquire(signal, maxWaitMs).catch((reason: unknown) => {
		if (reason instanceof WaitTooLong) return reason;
		if (signal?.aborted) return 'cancelled';
		throw reason;
	});
}

/** Settles the turn whatever happens: a bug while sending must not hold up everyone else. */
async function sendOnce(
	{ attempt, clock }: Sending,
	turn: Ticket,
	timeout: number,
): Promise<Outcome> {
	try {
		const outcome = await attempt(timeout);
		turn.settle(settlementOf(outcome, clock.now()));
		return outcome;
	} finally {
		turn.settle({ kind: 'lost' });
	}
}

/** What the outcome says about the rate limit. */
function settlementOf(outcome: Outcome, now: number): Settlement {
	const { headers = {} } = outcome;
	const remaining = parseRemaining(headers['x-ratelimit-remaining']);
	if (outcome.ok) return { kind: 'answered', remaining };
	const { cause } = outcome.failure;
	if (isRateLimit(cause)) {
		return {
			kind: 'refused',
			remaining,
			retryAfterMs: parseRetryAfter(headers['retry-after'], now),
		};
	}
	if (errorRow(cause).notSent) return { kind: 'unused' };
	// A gateway that responded for the service sends no header of it.
	return remaining === undefined ? { kind: 'lost' } : { kind: 'answered', remaining };
}
