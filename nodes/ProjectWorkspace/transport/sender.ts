import type { ApiError } from '../errors';
import type { HttpMethod } from '../resources';
import type { Clock } from './clock';
import type { Limit } from './concurrency';
import { apiError, causeRow, mayHaveBeenMade, type Failure } from './errors';
import { rateLimitHeaders } from './headers';
import { MAX_WAIT_MS, type Pace, type Reply } from './pace';
import { hasPlaceholder } from './redact';
import { isFailure, type Outcome } from './response';
import type { ApiRequest, ApiResponse } from './types';

/** If one in five attempts fails, 0.2^10 = 1e-7 of the requests are lost. */
const MAX_ATTEMPTS = 10;

/** From the first attempt on: it bounds slow timeouts. */
const MAX_TOTAL_MS = 5 * 60_000;

/** 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
const BACKOFF = { firstMs: 250, factor: 2, maxMs: 5_000 } as const;

/** So many attempts in a row and so long without a response, and the run sends no more. */
const OUTAGE = { attempts: 20, ms: 10_000 } as const;

export interface SenderParts {
	/** Sends once, at once. */
	attempt: (request: ApiRequest) => Promise<Outcome>;
	/** Shared by all requests of this process with the same key. */
	pace: Pace;
	/** Shared by all requests of the run. */
	limit: Limit;
	clock: Clock;
	/** Ends those that wait to be sent. */
	signal?: AbortSignal;
}

/** What has happened to one request so far. */
interface Progress {
	startedAt: number;
	attempts: number;
	/** The attempts that the rate limit did not reject. */
	failed: number;
	/** The first time that the rate limit rejected it. */
	rejectedAt?: number;
	last?: Failure;
	/** Whether an attempt before the last one may have made the change. */
	mayHaveBeenMadeBefore: boolean;
}

/** Sends the requests of one run with one credential: waits for the rate limit, sends, and repeats what is safe. */
export class Sender {
	/** The longest time that a request has waited for the rate limit. */
	longestWaitMs = 0;
	private readonly parts: SenderParts;
	/** Attempts since the last response. */
	private lost = 0;
	/** When the first of them was sent, or the last response came. */
	private silentSince = Number.NEGATIVE_INFINITY;

	constructor(parts: SenderParts) {
		this.parts = parts;
	}

	/** Never throws because of a service or a network. */
	async send(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { body = '', path, query } = request;
		const texts = [body, decodeURIComponent(path), ...Object.entries(query).flat()];
		if (texts.some(hasPlaceholder)) return apiError({ cause: 'placeholder' }, request);

		// It keeps its place during pauses: another request would fail in the same way.
		return await this.parts.limit(async () => await this.repeat(request));
	}

	private async repeat(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { attempt, pace, clock, signal } = this.parts;
		const progress: Progress = {
			startedAt: clock.now(),
			attempts: 0,
			failed: 0,
			mayHaveBeenMadeBefore: false,
		};

		for (;;) {
			const sentAt = await this.waitForTurn(progress);
			if (typeof sentAt !== 'number') return apiError(sentAt, request, progress);

			const outcome = await attempt(request);
			pace.record(sentAt, replyOf(outcome));
			this.noteOutage(outcome, sentAt);
			if (!isFailure(outcome)) return outcome;

			noteFailure(progress, outcome, clock.now());
			const pauseMs = pauseBeforeRetry(request.method, outcome, progress, clock.now());
			if (pauseMs === undefined) return apiError(outcome, request, progress);

			progress.mayHaveBeenMadeBefore ||= mayHaveBeenMade(outcome, request);
			// An abort ends the pause, and is noticed before the next attempt.
			await clock.sleep(pauseMs, signal).catch(() => {});
		}
	}

	/** When the request may be sent, or why it is not. */
	private async waitForTurn({ rejectedAt, last }: Progress): Promise<number | Failure> {
		const { pace, clock, signal } = this.parts;
		const stopped = last ?? { cause: 'stoppedResponding' };
		if (this.hasStopped()) return stopped;

		const askedAt = clock.now();
		const deadline = rejectedAt === undefined ? undefined : rejectedAt + MAX_WAIT_MS;
		const turn = await pace.turn(signal, deadline);
		this.longestWaitMs = Math.max(this.longestWaitMs, clock.now() - askedAt);
		if (typeof turn !== 'number') return turn.cause === 'cancelled' ? turn : (last ?? turn);

		// That may have happened during the wait.
		if (!this.hasStopped()) return turn;
		pace.record(turn, { kind: 'none' });
		return stopped;
	}

	private noteOutage(outcome: Outcome, sentAt: number): void {
		if (!isFailure(outcome) || !isLost(outcome)) {
			this.lost = 0;
			this.silentSince = this.parts.clock.now();
			return;
		}
		if (this.lost === 0) this.silentSince = Math.max(this.silentSince, sentAt);
		this.lost += 1;
	}

	private hasStopped(): boolean {
		const silentMs = this.parts.clock.now() - this.silentSince;
		return this.lost >= OUTAGE.attempts && silentMs >= OUTAGE.ms;
	}
}

/** No response, or that of a gateway for a service that is away. */
const isLost = ({ cause, status }: Failure): boolean =>
	status === undefined || cause === 'unavailable';

function replyOf(outcome: Outcome): Reply {
	if (!isFailure(outcome)) {
		const { remaining } = rateLimitHeaders(outcome.headers);
		return { kind: 'served', remaining };
	}

	const { cause, remaining, retryAfterMs } = outcome;
	if (cause === 'rateLimited') return { kind: 'rejected', remaining, retryAfterMs };
	// A gateway responds without the header of the service.
	const kind = isLost(outcome) && remaining === undefined ? 'none' : 'served';
	return { kind, remaining, retryAfterMs };
}

function noteFailure(progress: Progress, failure: Failure, now: number): void {
	progress.attempts += 1;
	progress.last = failure;
	if (failure.cause === 'rateLimited') progress.rejectedAt ??= now;
	else progress.failed += 1;
}

/** Milliseconds until the next attempt, or undefined if there is none. */
function pauseBeforeRetry(
	method: HttpMethod,
	{ cause, retryAfterMs = 0 }: Failure,
	{ startedAt, failed, rejectedAt }: Progress,
	now: number,
): number | undefined {
	const { again, notSent } = causeRow(cause);
	if (!again) return undefined;
	if (cause === 'rateLimited') {
		// Without a pause: the pace holds back all requests of the key.
		const rejectedForMs = now - (rejectedAt ?? now);
		return rejectedForMs + retryAfterMs <= MAX_WAIT_MS ? 0 : undefined;
	}

	// Only the other methods may be repeated if the service has processed them (RFC 9110, section 9.2.2).
	if (method === 'POST' && !notSent) return undefined;
	if (failed >= MAX_ATTEMPTS || retryAfterMs > MAX_WAIT_MS) return undefined;
	const pauseMs = Math.max(backoff(failed), retryAfterMs);
	return now - startedAt + pauseMs <= MAX_TOTAL_MS ? pauseMs : undefined;
}

function backoff(failed: number): number {
	const { firstMs, factor, maxMs } = BACKOFF;
	const wholeMs = Math.min(firstMs * factor ** (failed - 1), maxMs);
	return Math.round((wholeMs / 2) * (1 + Math.random()));
}
