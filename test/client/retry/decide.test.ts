import fc from 'fast-check';

import { decide } from '../../../nodes/ProjectWorkspace/client/retry/decide';
import {
	BOUNDS,
	type Cause,
	IN_THE_DARK,
	type Method,
	POLICY,
} from '../../../nodes/ProjectWorkspace/client/retry/policy';

const methods = fc.constantFrom<Method>('GET', 'PUT', 'DELETE', 'POST');
const causes = fc.constantFrom(...(Object.keys(POLICY) as Cause[]));
const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

test.each(IN_THE_DARK)('never repeats a POST after %s, whatever Retry-After says', (cause) => {
	const question = { method: 'POST', cause, attempt: 1, elapsedMs: 0, random: 0 } as const;
	expect(decide(question)).toEqual({ kind: 'giveUp', reason: 'notRepeatable' });
	expect(decide({ ...question, retryAfterMs: 1 }).kind).toBe('giveUp');
});

test.each(['quotaRefused', 'connectionRefused'] as const)('repeats a POST after %s', (cause) => {
	expect(decide({ method: 'POST', cause, attempt: 1, elapsedMs: 0, random: 0 }).kind).toBe('retry');
});

test('backs off exponentially, with jitter, and no further than 5 seconds', () => {
	const after = (attempt: number, chance: number) =>
		decide({ method: 'GET', cause: 'timeout', attempt, elapsedMs: 0, random: chance });
	expect(after(1, 0)).toEqual({ kind: 'retry', afterMs: 125 });
	expect(after(1, 0.999)).toEqual({ kind: 'retry', afterMs: 250 });
	expect(after(3, 0.5)).toEqual({ kind: 'retry', afterMs: 750 });
	expect(after(9, 0.999)).toEqual({ kind: 'retry', afterMs: 4998 });
});

test('gives up earlier on causes that are more often lasting ones', () => {
	const after = (attempt: number, sameCause: number) =>
		decide({
			method: 'GET',
			cause: 'connectionRefused',
			attempt,
			sameCause,
			elapsedMs: 0,
			random: 0,
		}).kind;
	expect([after(4, 4), after(8, 4), after(5, 5)]).toEqual(['retry', 'retry', 'giveUp']);
});

test('obeys Retry-After where it is longer than the backoff', () => {
	expect(
		decide({
			method: 'GET',
			cause: 'unavailable',
			attempt: 1,
			elapsedMs: 0,
			random: 0,
			retryAfterMs: 9_000,
		}),
	).toEqual({ kind: 'retry', afterMs: 9_000 });
});

test('never waits beyond the bounds', () => {
	fc.assert(
		fc.property(
			methods,
			causes,
			fc.integer({ min: 1, max: 50 }),
			fc.nat(400_000),
			fc.option(fc.nat(4_000_000), { nil: undefined }),
			random,
			(method, cause, attempt, elapsedMs, retryAfterMs, chance) => {
				const decision = decide({
					method,
					cause,
					attempt,
					elapsedMs,
					retryAfterMs,
					random: chance,
				});
				if (decision.kind === 'giveUp') return;
				expect(decision.afterMs).toBeGreaterThanOrEqual(0);
				if (cause === 'quotaRefused') expect(retryAfterMs ?? 0).toBeLessThanOrEqual(BOUNDS.quotaMs);
				else {
					expect(attempt).toBeLessThan(BOUNDS.attempts);
					expect(elapsedMs + decision.afterMs).toBeLessThanOrEqual(BOUNDS.totalMs);
				}
			},
		),
	);
});
