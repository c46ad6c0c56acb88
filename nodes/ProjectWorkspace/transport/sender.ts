import type { ApiError } from '../errors';
import type { Clock } from './clock';
import type { Limit } from './concurrency';
import { apiError, causeRow, type Failure } from './errors';
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
	/** Shared by all requests of the run. */
	limit: Limit;
	outage: Outage;
	clock: Clock;
	/** Ends those that wait to be sent. */
	signal?: AbortSignal;
}

/** What has happened to one request so far. */
interface Progress {
	firstSentAt?: number;
	/** When the rate limit first rejected it. */
	firstRejectedAt?: number;
	/** Why its attempts failed, the last one last. */
	failures: Failure[];
}

/** Waits for the rate limit, sends, and repeats what is safe. Never throws because of a service or a network. */
export async function send(sender: Sender, request: ApiRequest): Promise<ApiResponse | ApiError> {
	const { body = '', path, query } = request;
	const texts = [body, decodeURIComponent(path), ...Object.entries(query).flat()];
	if (texts.some(hasPlaceholder)) return apiError({ cause: 'placeholder' }, request, []);

	// It keeps its place during pauses: another request would fail in the same way.
	return await sender.limit(async () => await sendUntilDone(sender, request));
}

async function sendUntilDone(sender: Sender, request: ApiRequest): Promise<ApiResponse | ApiError> {
	const { attempt, clock, signal } = sender;
	const progress: Progress = { failures: [] };

	for (;;) {
		const sentAt = await waitForTurn(sender, progress);
		if (typeof sentAt !== 'number') return apiError(sentAt, request, progress.failures);

		const outcome = await attempt(request);
		record(sender, sentAt, outcome);
		if (!isFailure(outcome)) return outcome;

		const now = clock.now();
		progress.failures.push(outcome);
		progress.firstSentAt ??= sentAt;
		if (outcome.cause === 'rateLimited') progress.firstRejectedAt ??= now;

		const pauseMs = pauseBeforeRetry(request, outcome, now, progress);
		if (pauseMs === undefined) return apiError(outcome, request, progress.failures);

		// An abort ends the pause, and is noticed before the next attempt.
		await clock.sleep(pauseMs, signal).catch(() => {});
	}
}

/** When the request may be sent, or why it is not sent. */
async function waitForTurn(
	{ pace, outage, clock, signal }: Sender,
	{ firstRejectedAt, failures }: Progress,
): Promise<number | Failure> {
	const last = failures.at(-1);
	if (outage.hasBegun(clock.now())) return last ?? { cause: 'stoppedResponding' };

	const deadline = firstRejectedAt === undefined ? undefined : firstRejectedAt + MAX_WAIT_MS;
	const turn = await pace.turn(signal, deadline);
	// What the service has said last is more than that the wait would be too long.
	if (typeof turn !== 'number' && turn.cause !== 'cancelled') return last ?? turn;
	return turn;
}

function record({ pace, outage, clock }: Sender, sentAt: number, outcome: Outcome): void {
	pace.record(sentAt, replyOf(outcome));

	if (isUnanswered(outcome)) outage.recordSilence(sentAt);
	else outage.recordResponse(clock.now());
}

/** No response, or that of a gateway for a service that is away. */
const isUnanswered = (outcome: Outcome): boolean =>
	isFailure(outcome) && (outcome.status === undefined || outcome.cause === 'unavailable');

function replyOf(outcome: Outcome): Reply {
	if (!isFailure(outcome)) return { kind: 'served', remaining: outcome.remaining };

	const { cause, remaining, retryAfterMs } = outcome;
	if (cause === 'rateLimited') return { kind: 'rejected', remaining, retryAfterMs };
	// A gateway responds without the header of the service.
	const kind = isUnanswered(outcome) && remaining === undefined ? 'none' : 'served';
	return { kind, remaining, retryAfterMs };
}

/** Milliseconds until the next attempt, or undefined if there is none. */
function pauseBeforeRetry(
	{ method }: ApiRequest,
	{ cause, retryAfterMs = 0 }: Failure,
	now: number,
	{ firstSentAt = now, firstRejectedAt = now, failures }: Progress,
): number | undefined {
	const { again, notSent } = causeRow(cause);
	if (!again || retryAfterMs > MAX_WAIT_MS) return undefined;
	// Without a pause: the pace holds back all requests of the key.
	if (cause === 'rateLimited') {
		return now + retryAfterMs <= firstRejectedAt + MAX_WAIT_MS ? 0 : undefined;
	}

	// Only the other methods may be repeated if the service has processed them (RFC 9110, section 9.2.2).
	if (method === 'POST' && !notSent) return undefined;
	if (failures.length >= MAX_ATTEMPTS) return undefined;
	const pauseMs = Math.max(backoff(failures.length), retryAfterMs);
	return now + pauseMs <= firstSentAt + MAX_TOTAL_MS ? pauseMs : undefined;
}

/** 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
function backoff(attempts: number): number {
	const wholeMs = Math.min(250 * 2 ** (attempts - 1), 5_000);
	return Math.round((wholeMs / 2) * (1 + Math.random()));
}
