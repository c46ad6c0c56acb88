import type { ApiError } from '../errors';
import type { Clock } from './clock';
import type { Limit } from './concurrency';
import { apiError, mayHaveBeenMade, type Failure } from './errors';
import { rateLimitHeaders } from './headers';
import type { Pace, Reply } from './pace';
import { hasPlaceholder } from './redact';
import { isFailure, type Outcome } from './request';
import { MAX_WAIT_MS, pauseBeforeRetry, type Attempts } from './retry';
import type { ApiRequest, ApiResponse } from './types';

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
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
	/** Ends those that wait to be sent. */
	signal?: AbortSignal;
}

/** What has happened to one request so far. */
interface Progress extends Attempts {
	startedAt: number;
	/** All of them, also those that the rate limit rejected. */
	attempts: number;
	/** The first time that the rate limit rejected it. */
	rejectedAt?: number;
	mayHaveBeenMadeBefore: boolean;
	last?: Failure;
}

/** Sends the requests of one run with one credential: waits for the rate limit, sends, and repeats what is safe. */
export class Sender {
	private readonly parts: SenderParts;
	/** The longest time that a request has waited for the rate limit. */
	longestWaitMs = 0;
	/** Attempts since the last response, and when the first of them ended. */
	private lost = 0;
	private lostSince = 0;

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
		const { attempt, pace, clock, random, signal } = this.parts;
		const progress: Progress = {
			method: request.method,
			startedAt: clock.now(),
			attempts: 0,
			failed: 0,
			elapsedMs: 0,
			rejectedForMs: 0,
			mayHaveBeenMadeBefore: false,
		};

		for (;;) {
			const sentAt = await this.waitForTurn(progress);
			if (typeof sentAt !== 'number') return apiError(sentAt, request, progress);

			const outcome = await attempt(request);
			pace.record(sentAt, replyOf(outcome));
			this.recordOutage(outcome);
			if (!isFailure(outcome)) return outcome;

			this.recordFailure(outcome, progress);
			const pauseMs = pauseBeforeRetry(progress, outcome, random());
			if (pauseMs === undefined) return apiError(outcome, request, progress);

			progress.mayHaveBeenMadeBefore ||= mayHaveBeenMade(outcome, request);
			// An abort ends the pause, and is noticed before the next attempt.
			await clock.sleep(pauseMs, signal).catch(() => {});
		}
	}

	/** When the request may be sent, or why it is not. */
	private async waitForTurn(progress: Progress): Promise<number | Failure> {
		const { pace, clock, signal } = this.parts;
		const { rejectedAt, last } = progress;
		if (this.hasStopped()) return last ?? { cause: 'stoppedResponding' };

		const askedAt = clock.now();
		const deadline = rejectedAt === undefined ? undefined : rejectedAt + MAX_WAIT_MS;
		const turn = await pace.turn(signal, deadline);
		this.longestWaitMs = Math.max(this.longestWaitMs, clock.now() - askedAt);
		if (typeof turn !== 'number') return turn.cause === 'cancelled' ? turn : (last ?? turn);

		// That may have happened during the wait.
		if (!this.hasStopped()) return turn;
		pace.record(turn, { kind: 'none' });
		return last ?? { cause: 'stoppedResponding' };
	}

	private recordFailure(failure: Failure, progress: Progress): void {
		const now = this.parts.clock.now();
		progress.attempts += 1;
		progress.last = failure;

		if (failure.cause === 'rateLimited') progress.rejectedAt ??= now;
		else progress.failed += 1;
		progress.elapsedMs = now - progress.startedAt;
		progress.rejectedForMs = now - (progress.rejectedAt ?? now);
	}

	private recordOutage(outcome: Outcome): void {
		if (!isFailure(outcome) || !isLost(outcome)) {
			this.lost = 0;
			return;
		}
		if (this.lost === 0) this.lostSince = this.parts.clock.now();
		this.lost += 1;
	}

	private hasStopped(): boolean {
		const { clock } = this.parts;
		return this.lost >= OUTAGE.attempts && clock.now() - this.lostSince >= OUTAGE.ms;
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
