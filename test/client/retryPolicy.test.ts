import type { CauseName } from '../../nodes/ProjectWorkspace/client/errors';
import {
	RETRY_LIMITS,
	pauseBeforeRetry,
	type Attempts,
} from '../../nodes/ProjectWorkspace/client/retryPolicy';

interface Situation extends Attempts {
	retryAfterMs?: number;
	random: number;
	limits: typeof RETRY_LIMITS;
}

const situation: Situation = {
	isIdempotent: true,
	causes: ['timeout'],
	activeMs: 0,
	rateLimitMs: 0,
	random: 0,
	limits: RETRY_LIMITS,
};

const pauseAfter = ({ retryAfterMs, random, limits, ...attempts }: Situation) =>
	pauseBeforeRetry(
		attempts,
		{ cause: attempts.causes.at(-1) ?? 'unknown', retryAfterMs },
		limits,
		random,
	);

test('pauses grow exponentially, with jitter, up to 5 seconds', () => {
	const after = (attempts: number, random: number) =>
		pauseAfter({ ...situation, causes: Array<CauseName>(attempts).fill('connectionLost'), random });
	const pauses = [after(1, 0), after(1, 0.999), after(3, 0.5), after(9, 0.999), after(10, 0)];
	expect(pauses).toEqual([125, 250, 750, 4998, undefined]);
});

test('Retry-After is followed, unless it asks for more than half a minute', () => {
	const asked = (retryAfterMs: number) =>
		pauseAfter({ ...situation, causes: ['unavailable'], retryAfterMs });
	expect([1, 9_000, 30_000, 30_001].map(asked)).toEqual([125, 9_000, 30_000, undefined]);
	const tooLong = (cause: CauseName) =>
		pauseBeforeRetry(
			{ ...situation, causes: [cause] },
			{ cause, isRetryAfterTooLong: true },
			RETRY_LIMITS,
			0,
		);
	expect([tooLong('unavailable'), tooLong('rateLimited')]).toEqual([undefined, 0]);
});

test('there are fewer attempts for causes that rarely pass', () => {
	const refused = Array<CauseName>(4).fill('connectFailed');
	const mixed: CauseName[] = [...refused, ...Array<CauseName>(4).fill('badGateway')];
	expect(pauseAfter({ ...situation, causes: mixed })).toBe(2500);
	expect(pauseAfter({ ...situation, causes: [...mixed, 'connectFailed'] })).toBeUndefined();
	const others = Array<CauseName>(4).fill('badGateway');
	expect(pauseAfter({ ...situation, causes: [...others, 'connectFailed'] })).toBe(2000);
});

test('no POST that may have been processed is repeated', () => {
	expect(pauseAfter({ ...situation, isIdempotent: false })).toBeUndefined();
	expect(pauseAfter({ ...situation, isIdempotent: false, causes: ['connectFailed'] })).toBe(125);
});

test('waits for the rate limit have their own limit, which is inclusive', () => {
	const waited = (rateLimitMs: number, retryAfterMs?: number) =>
		pauseAfter({
			...situation,
			isIdempotent: false,
			causes: ['rateLimited'],
			activeMs: 1e9,
			rateLimitMs,
			retryAfterMs,
		});
	expect([waited(300_000), waited(200_000, 100_000)]).toEqual([0, 0]);
	expect([waited(300_001), waited(200_001, 100_000)]).toEqual([undefined, undefined]);
});

test('the time limit for all attempts is inclusive, and a wait for the rate limit is not an attempt', () => {
	const after = (activeMs: number) => pauseAfter({ ...situation, activeMs });
	expect([after(299_875), after(299_876)]).toEqual([125, undefined]);
	const causes: CauseName[] = [...Array<CauseName>(20).fill('rateLimited'), 'connectionLost'];
	expect(pauseAfter({ ...situation, causes })).toBe(125);
});

test('a rejection with 429 is repeated at most 30 times', () => {
	const after = (rejections: number) =>
		pauseAfter({ ...situation, causes: Array<CauseName>(rejections).fill('rateLimited') });
	expect([after(1), after(29), after(30)]).toEqual([0, 0, undefined]);
});

test('any other rejection that names a limit waits once, for a minute or as long as it says', () => {
	const after = (causes: CauseName[], more: Partial<Situation> = {}) =>
		pauseAfter({ ...situation, isIdempotent: false, causes, ...more });
	expect(after(['limitReached'])).toBe(60_000);
	expect(after(['limitReached'], { retryAfterMs: 5_000 })).toBe(0);
	expect(after(['limitReached', 'limitReached'])).toBeUndefined();
	expect(after(['limitReached'], { rateLimitMs: 240_001 })).toBeUndefined();
	expect(after(['limitInSuccess'])).toBeUndefined();
	expect(after(['limitInSuccess'], { isIdempotent: true })).toBe(60_000);
});
