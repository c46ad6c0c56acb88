import {
	BACKOFF,
	type Bounds,
	BOUNDS,
	type Cause,
	FEWER_ATTEMPTS,
	type Method,
	POLICY,
} from './policy';

export interface Question {
	method: Method;
	cause: Cause;
	/** Attempts that failed so far, this one included; those refused by the quota do not count. */
	attempt: number;
	/** How many of them failed by this very cause; all, unless said otherwise. */
	sameCause?: number;
	/** Since the first attempt, without waits for the quota. */
	elapsedMs: number;
	/** Since the first refusal by the quota. */
	quotaElapsedMs?: number;
	retryAfterMs?: number;
	/** From 0 up to 1. */
	random: number;
	bounds?: Bounds;
}

export type Decision =
	| { kind: 'retry'; afterMs: number }
	| { kind: 'giveUp'; reason: 'notRepeatable' | 'attempts' | 'totalTime' | 'quotaTime' };

/** What to do after an attempt that failed. Pure: the same question has the same answer. */
export function decide(question: Question): Decision {
	const { method, cause, attempt, elapsedMs, retryAfterMs = 0, bounds = BOUNDS } = question;
	const answer = POLICY[cause][method];
	if (answer === 'never') return { kind: 'giveUp', reason: 'notRepeatable' };
	if (answer === 'paced') {
		const elapsed = (question.quotaElapsedMs ?? 0) + retryAfterMs;
		// The lane does the waiting, `Retry-After` included: it holds back every request of the key.
		if (elapsed <= bounds.quotaMs) return { kind: 'retry', afterMs: 0 };
		return { kind: 'giveUp', reason: 'quotaTime' };
	}
	const { sameCause = attempt } = question;
	if (attempt >= bounds.attempts || sameCause >= (FEWER_ATTEMPTS[cause] ?? Infinity)) {
		return { kind: 'giveUp', reason: 'attempts' };
	}
	const afterMs = Math.max(backoff(attempt, question.random), retryAfterMs);
	if (elapsedMs + afterMs > bounds.totalMs) return { kind: 'giveUp', reason: 'totalTime' };
	return { kind: 'retry', afterMs };
}

function backoff(attempt: number, random: number): number {
	const whole = Math.min(BACKOFF.firstMs * BACKOFF.factor ** (attempt - 1), BACKOFF.mostMs);
	return Math.round((whole / 2) * (1 + random));
}
