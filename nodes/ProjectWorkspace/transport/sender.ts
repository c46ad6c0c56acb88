import type { ApiError } from '../errors';
import { causeRow } from './causes';
import { apiError, isFailure, type Failure, type Outcome } from './failure';
import { MAX_WAIT_MS, type Pace } from './pace';
import type { Reply } from './rateLimit';
import { hasPlaceholder } from './redact';
import type { ApiRequest, ApiResponse } from './types';

/** How a request is sent again. After which failures, the table of causes says. */
const RETRY = {
	/** A POST is sent again only if the service cannot have processed it (RFC 9110, section 9.2.2). */
	methods: ['GET', 'PUT', 'DELETE'],
	/** If one in five attempts fails, 0.2^10 = 1e-7 of the requests are lost. */
	attempts: 10,
	/** From the first attempt on: it bounds slow timeouts. */
	withinMs: 5 * 60_000,
	/** Twice as long each time, up to the longest. Each is between half and the whole of it. */
	firstPauseMs: 250,
	longestPauseMs: 5_000,
};

/** So many attempts in a row and so long without the service, and the run sends no more. */
const ATTEMPTS = 20;
const SILENCE_MS = 10_000;

/** Notices that the service is away for the requests of a run. */
export class Outage {
	/** From then on, nothing is sent. */
	hasBegun = false;
	/** Attempts since the last response. */
	private unanswered = 0;
	/** When the first of them was sent, or the last response came. */
	private silentSince = -Infinity;

	/** @param isAway whether there was no response, or one that says that the service is not available */
	record(isAway: boolean, sentAt: number, now: number): void {
		if (!isAway) {
			this.unanswered = 0;
			this.silentSince = now;
			return;
		}
		if (this.unanswered === 0) this.silentSince = Math.max(this.silentSince, sentAt);
		this.unanswered += 1;
		if (this.unanswered >= ATTEMPTS && now - this.silentSince >= SILENCE_MS) this.hasBegun = true;
	}
}

/** Sends the requests of one run with one credential. */
export class Sender {
	readonly outage = new Outage();

	/**
	 * @param attempt sends once, at once
	 * @param pace is shared by all requests of this process with the same key
	 * @param signal ends those that wait to be sent
	 */
	constructor(
		private readonly attempt: (request: ApiRequest) => Promise<Outcome>,
		private readonly pace: Pace,
		private readonly signal?: AbortSignal,
	) {
		signal?.addEventListener('abort', () => pace.advance());
	}

	/** Waits for the rate limit, sends, and repeats what is safe. Never throws because of a service or a network. */
	async send(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { path, query, body } = request;
		if (hasPlaceholder(JSON.stringify([decodeURIComponent(path), query, body]))) {
			return apiError({ cause: 'placeholder' }, request, []);
		}

		const failures: Failure[] = [];
		const { clock } = this.pace;
		let notBefore = -Infinity;
		let deadline = Infinity;
		for (;;) {
			const refusal = await this.pace.waitToSend({ notBefore, deadline, end: this.end });
			if (refusal) {
				// The last response explains more than that the service stopped responding, or that the wait would be too long.
				const last = refusal.cause === 'cancelled' ? undefined : failures.at(-1);
				return apiError(last ?? refusal, request, failures);
			}

			const sentAt = clock.now();
			const outcome = await this.attempt(request);
			const now = clock.now();
			// If the outage begins, the pace ends the waits of the run.
			this.outage.record(isAway(outcome), sentAt, now);
			this.pace.record(sentAt, replyOf(outcome));
			if (!isFailure(outcome)) return outcome;

			failures.push(outcome);
			if (!maySendAgain(request, outcome, failures.length)) {
				return apiError(outcome, request, failures);
			}

			if (outcome.cause === 'rateLimited') {
				// Without a pause, whatever the method is: the pace holds back all requests of the key.
				deadline = Math.min(deadline, now + MAX_WAIT_MS);
			} else {
				deadline = Math.min(deadline, sentAt + RETRY.withinMs);
				notBefore = now + pauseMs(failures.length);
			}
		}
	}

	/** Why the run sends no more. */
	private readonly end = (): Failure | undefined => {
		if (this.outage.hasBegun) return { cause: 'stoppedResponding' };
		return this.signal?.aborted ? { cause: 'cancelled' } : undefined;
	};
}

/** Whether the service does not respond, or says that it is not available. */
const isAway = (outcome: Outcome) =>
	isFailure(outcome) && (outcome.status === undefined || outcome.cause === 'unavailable');

function replyOf(outcome: Outcome): Reply {
	if (!isFailure(outcome)) return { kind: 'served', remaining: outcome.remaining };

	const { cause, remaining, retryAfterMs } = outcome;
	if (cause === 'rateLimited') return { kind: 'rejected', remaining, retryAfterMs };
	// The gateway of a service that is away responds without the header of the service.
	const kind = isAway(outcome) && remaining === undefined ? 'none' : 'served';
	// A wait helps all requests of the key only where it helps this one.
	return { kind, remaining, retryAfterMs: causeRow(cause).again && retryAfterMs };
}

/** @param attempts how often it was sent */
function maySendAgain({ method }: ApiRequest, { cause }: Failure, attempts: number): boolean {
	if (cause === 'rateLimited') return true;
	const { again, notSent } = causeRow(cause);
	const isSafe = notSent || RETRY.methods.includes(method);
	return again === true && isSafe && attempts < RETRY.attempts;
}

/** @param attempts how often the request was sent */
function pauseMs(attempts: number): number {
	const wholeMs = Math.min(RETRY.firstPauseMs * 2 ** (attempts - 1), RETRY.longestPauseMs);
	return Math.round((wholeMs / 2) * (1 + Math.random()));
}
