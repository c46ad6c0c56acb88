import { abortableSleep } from '../abortableSleep';

/** Time as the limiter and retries see it. It is handed in, so that tests run on a clock of their own. */
export interface Clock {
	/** Milliseconds since the epoch. Never runs backwards. */
	now(): number;
	/** Resolves after `ms`; rejects at once with the signal's reason when it aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `setTimeout` fires at once for anything longer than this (a signed 32-bit number of milliseconds). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `performance` instead of `Date.now()`: a corrected system clock must not release or freeze the limiter. */
export const systemClock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	sleep: async (ms, signal) =>
		await abortableSleep(Math.min(Math.max(ms, 0), LONGEST_TIMER_MS), signal),
};
