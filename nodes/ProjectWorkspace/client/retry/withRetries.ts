import type { Clock } from '../rateLimit/clock';
import type { Settlement, Ticket } from '../rateLimit/ticket';
import { decide, type Decision } from './decide';
import type { Attempt, History } from './history';
import { type Bounds, BOUNDS, type Cause, type Method } from './policy';

/** What one attempt came to. `send` tells it and does not throw for what a service or a network does. */
export type Outcome<T, F> =
	/** An answer that is final, good or bad: `value` carries it. */
	| { kind: 'answered'; value: T; remaining?: number }
	/** `failure` is what the caller throws should this attempt be the last. */
	| { kind: 'failed'; cause: Cause; failure: F; remaining?: number; retryAfterMs?: number };

export type Final<T, F> =
	| { kind: 'answered'; value: T; history: History }
	| {
			kind: 'gaveUp';
			cause: Cause;
			failure: F;
			reason: Extract<Decision, { kind: 'giveUp' }>['reason'];
			history: History;
	  };

export interface Retrying<T, F> {
	method: Method;
	send: (attempt: number) => Promise<Outcome<T, F>>;
	lane: { acquire(signal?: AbortSignal): Promise<Ticket> };
	clock: Clock;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
	signal?: AbortSignal;
	bounds?: Bounds;
}

/** Sends through the lane until there is an answer or the policy says to stop. Rejects when aborted. */
export async function withRetries<T, F>(retrying: Retrying<T, F>): Promise<Final<T, F>> {
	const { method, clock, random, signal, bounds = BOUNDS } = retrying;
	const attempts: Attempt[] = [];
	let quotaWaitedMs = 0;
	let failed = 0;
	let startedAt: number | undefined;
	let quotaSince: number | undefined;
	for (;;) {
		const ticket = await retrying.lane.acquire(signal);
		// The turn may come in the same moment as the abort: nothing is sent then.
		if (signal?.aborted) ticket.settle({ kind: 'unused' });
		signal?.throwIfAborted();
		quotaWaitedMs += ticket.waitedMs;
		const sentAt = clock.now();
		startedAt ??= sentAt - ticket.waitedMs;
		const outcome = await sendOnce(retrying, ticket, attempts.length + 1);
		const now = clock.now();
		const elapsedMs = now - startedAt;
		const history = { attempts, quotaWaitedMs, elapsedMs };
		if (outcome.kind === 'answered') return { kind: 'answered', value: outcome.value, history };

		const { cause, failure, retryAfterMs } = outcome;
		if (cause === 'quotaRefused') quotaSince ??= sentAt;
		else {
			failed++;
			quotaSince = undefined;
		}
		const decision = decide({
			method,
			cause,
			attempt: failed,
			sameCause: attempts.filter((earlier) => earlier.cause === cause).length + 1,
			elapsedMs: elapsedMs - quotaWaitedMs,
			quotaElapsedMs: quotaSince === undefined ? 0 : now - quotaSince,
			retryAfterMs,
			random: random(),
			bounds,
		});
		const thenWaitedMs = decision.kind === 'retry' ? decision.afterMs : 0;
		attempts.push({ cause, tookMs: now - sentAt, thenWaitedMs });
		if (decision.kind === 'giveUp')
			return { kind: 'gaveUp', cause, failure, reason: decision.reason, history };
		if (thenWaitedMs > 0) await clock.sleep(thenWaitedMs, signal);
	}
}

/** Settles the ticket whatever happens: a bug in `send` must not hold the lane for everyone else. */
async function sendOnce<T, F>(
	{ send }: Retrying<T, F>,
	ticket: Ticket,
	attempt: number,
): Promise<Outcome<T, F>> {
	try {
		const outcome = await send(attempt);
		ticket.settle(settlementOf(outcome));
		return outcome;
	} finally {
		ticket.settle({ kind: 'lost' });
	}
}

function settlementOf<T, F>(outcome: Outcome<T, F>): Settlement {
	const { remaining } = outcome;
	if (outcome.kind === 'answered') return { kind: 'answered', remaining };
	if (outcome.cause === 'quotaRefused')
		return { kind: 'refused', remaining, retryAfterMs: outcome.retryAfterMs };
	// A gateway that answered for the service sends no header of it.
	return remaining === undefined ? { kind: 'lost' } : { kind: 'answered', remaining };
}
