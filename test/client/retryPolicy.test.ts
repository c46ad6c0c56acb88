import type { CauseName } from '../../nodes/ProjectWorkspace/old/client/errors';
import {
	RETRY_LIMITS,
	pauseBeforeRetry,
	type Attempts,
} from '../../nodes/ProjectWorkspace/old/client/retryPolicy';

interface Situation extends Partial<Attempts> {
	retryAfterMs?: number;
	isRetryAfterTooLong?: boolean;
	random?: number;
}

const times = (count: number, cause: CauseName) => Array<CauseName>(count).fill(cause);

/** The pause after attempts that failed for these causes. */
function after(causes: CauseName[], { random = 0, ...given }: Situation = {}) {
	const attempts = { isIdempotent: true, activeMs: 0, rateLimitMs: 0, ...given, causes };
	const problem = { ...given, cause: causes.at(-1) ?? 'unknown' };
	return pauseBeforeRetry(attempts, problem, RETRY_LIMITS, random);
}

test('pauses grow exponentially, with jitter, up to 5 seconds', () => {
	const pause = (attempts: number, random: number) =>
		after(times(attempts, 'connectionLost'), { random });
	const pauses = [pause(1, 0), pause(1, 0.999), pause(3, 0.5), pause(9, 0.999), pause(10, 0)];
	expect(pauses).toEqual([125, 250, 750, 4998, undefined]);
});

test('Retry-After is followed, unless it asks for more than half a minute', () => {
	const asked = (retryAfterMs: number) => after(['unavailable'], { retryAfterMs });
	expect([1, 9_000, 30_000, 30_001].map(asked)).toEqual([125, 9_000, 30_000, undefined]);
	const tooLong = (cause: CauseName) => after([cause], { isRetryAfterTooLong: true });
	expect([tooLong('unavailable'), tooLong('rateLimited')]).toEqual([undefined, 0]);
});

test('there are fewer attempts for causes that rarely pass', () => {
	const others = times(4, 'badGateway');
	const mixed = [...times(4, 'connectFailed'), ...others];
	expect(after(mixed)).toBe(2500);
	expect(after([...mixed, 'connectFailed'])).toBeUndefined();
	expect(after([...others, 'connectFailed'])).toBe(2000);
});

test('no POST that may have been processed is repeated', () => {
	expect(after(['timeout'], { isIdempotent: false })).toBeUndefined();
	expect(after(['connectFailed'], { isIdempotent: false })).toBe(125);
});

test('waits for the rate limit have their own limit, which is inclusive', () => {
	const waited = (rateLimitMs: number, retryAfterMs?: number) =>
		after(['rateLimited'], { isIdempotent: false, activeMs: 1e9, rateLimitMs, retryAfterMs });
	expect([waited(300_000), waited(200_000, 100_000)]).toEqual([0, 0]);
	expect([waited(300_001), waited(200_001, 100_000)]).toEqual([undefined, undefined]);
});

test('the time limit for all attempts is inclusive, and a wait for the rate limit is not an attempt', () => {
	const within = (activeMs: number) => after(['timeout'], { activeMs });
	expect([within(299_875), within(299_876)]).toEqual([125, undefined]);
	expect(after([...times(20, 'rateLimited'), 'connectionLost'])).toBe(125);
});

test('a rejection with 429 is repeated at most 30 times', () => {
	const pauses = [1, 29, 30].map((rejections) => after(times(rejections, 'rateLimited')));
	expect(pauses).toEqual([0, 0, undefined]);
});

test.each<[CauseName[], Situation, number | undefined]>([
	[['limitReached'], {}, 60_000],
	[['limitReached'], { retryAfterMs: 5_000 }, 0],
	[['limitReached', 'limitReached'], {}, undefined],
	[['limitReached'], { rateLimitMs: 240_001 }, undefined],
	[['limitInSuccess'], {}, undefined],
	[['limitInSuccess'], { isIdempotent: true }, 60_000],
])('any other rejection that names a limit waits once, or as long as it says: %j, %j', (...row) => {
	const [causes, situation, pause] = row;
	expect(after(causes, { isIdempotent: false, ...situation })).toBe(pause);
});
