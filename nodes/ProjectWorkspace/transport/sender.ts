import type { ApiError } from '../errors';
import type { Clock } from './clock';
import { causeRow } from './causes';
import { apiError, type Failure } from './failure';
import type { Outage } from './outage';
import { MAX_WAIT_MS, type Pace, type Reply } from './pace';
import { hasPlaceholder } from './redact';
import { isFailure, type Outcome } from './response';
import type { ApiRequest, ApiResponse } from './types';

/** If one in five attempts fails, 0.2^10 = 1e-7 of the requests are lost. */
const MAX_ATTEMPTS = 10;

/** From the first attempt on: it bounds slow timeouts. */
const MAX_TOTAL_MS = 5 * 60_000;

/** What the requests of one run with one credential are sent with. */
export interface Sender {
	/** Sends once, at once. */
	attempt: (request: ApiRequest) => Promise<Outcome>;
	/** Shared by all requests of this process with the same key. */
	pace: Pace;
	outage: Outage;
	clock: Clock;
	/** Ends those that wait to be sent: the execution was canceled, or the outage has begun. */
	signal: AbortSignal;
}

/** What has happened to one request so far. */
interface Progress {
	/** Why its attempts failed, the last one last. */
	failures: Failure[];
	/** Until when it may be sent again, from the first attempt on. */
	repeatUntil?: number;
	/** Until when it may wait for the rate limit, from the first rejection on. */
	waitUntil?: number;
}

/** Waits for the rate limit, sends, and repeats what is safe. Never throws because of a service or a network. */
export async function send(sender: Sender, request: ApiRequest): Promise<ApiResponse | ApiError> {
	const { attempt, pace, outage, clock, signal } = sender;
	if (containsPlaceholder(request)) return apiError({ cause: 'placeholder' }, request, []);

	const progress: Progress = { failures: [] };
	for (;;) {
		const sentAt = await waitForTurn(sender, progress);
		if (typeof sentAt !== 'number') return apiError(sentAt, request, progress.failures);

		const outcome = await attempt(request);
		pace.record(sentAt, replyOf(outcome));
		outage.record(isAway(outcome), sentAt, clock.now());
		if (!isFailure(outcome)) return outcome;

		const now = clock.now();
		progress.failures.push(outcome);
		progress.repeatUntil ??= sentAt + MAX_TOTAL_MS;
		if (outcome.cause === 'rateLimited') progress.waitUntil ??= now + MAX_WAIT_MS;

		const pauseMs = pauseBeforeRetry(request, outcome, progress, now);
		if (pauseMs === undefined) return apiError(outcome, request, progress.failures);

		// An abort ends the pause, and is noticed before the next attempt.
		await clock.sleep(pauseMs, signal).catch(() => {});
	}
}

function containsPlaceholder({ body = '', path, query }: ApiRequest): boolean {
	const texts = [body, decodeURIComponent(path), ...Object.entries(query).flat()];
	return texts.some(hasPlaceholder);
}

/** When the request may be sent, or why it is not sent. */
async function waitForTurn(
	{ pace, outage, signal }: Sender,
	{ failures, waitUntil }: Progress,
): Promise<number | Failure> {
	const turn = await pace.turn(signal, waitUntil);
	const last = failures.at(-1);
	if (outage.hasBegun) {
		// It has begun during the wait.
		if (typeof turn === 'number') pace.record(turn, { kind: 'none' });
		return last ?? { cause: 'stoppedResponding' };
	}
	if (typeof turn === 'number' || turn.cause === 'cancelled') return turn;
	// The last response explains more than that the wait would be too long.
	return last ?? turn;
}

function replyOf(outcome: Outcome): Reply {
	if (!isFailure(outcome)) return { kind: 'served', remaining: outcome.remaining };

	const { cause, status, remaining, retryAfterMs } = outcome;
	if (cause === 'rateLimited') return { kind: 'rejected', remaining, retryAfterMs };
	// The gateway of a service that is away responds without the header of the service.
	const isGateway = cause === 'unavailable' && remaining === undefined;
	const kind = status === undefined || isGateway ? 'none' : 'served';
	// A wait helps all requests of the key only where it helps this one.
	return { kind, remaining, retryAfterMs: causeRow(cause).again && retryAfterMs };
}

/** Whether the service does not respond, or says that it is not available. */
const isAway = (outcome: Outcome): boolean =>
	isFailure(outcome) && (outcome.status === undefined || outcome.cause === 'unavailable');

/** Milliseconds until the next attempt, or undefined if there is none. */
function pauseBeforeRetry(
	{ method }: ApiRequest,
	{ cause, retryAfterMs = 0 }: Failure,
	{ failures, repeatUntil = 0, waitUntil = 0 }: Progress,
	now: number,
): number | undefined {
	const { again, notSent } = causeRow(cause);
	if (!again || retryAfterMs > MAX_WAIT_MS) return undefined;
	// Without a pause: the pace holds back all requests of the key.
	if (cause === 'rateLimited') return now + retryAfterMs <= waitUntil ? 0 : undefined;

	// Only the other methods may be repeated if the service has processed them (RFC 9110, section 9.2.2).
	if (method === 'POST' && !notSent) return undefined;
	if (failures.length >= MAX_ATTEMPTS) return undefined;
	const pauseMs = Math.max(backoff(failures.length), retryAfterMs);
	return now + pauseMs <= repeatUntil ? pauseMs : undefined;
}

/** 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
function backoff(attempts: number): number {
	const wholeMs = Math.min(250 * 2 ** (attempts - 1), 5_000);
	return Math.round((wholeMs / 2) * (1 + Math.random()));
}
