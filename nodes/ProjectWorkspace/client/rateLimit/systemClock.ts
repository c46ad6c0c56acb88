import { abortableSleep } from '../abortableSleep';
import type { Clock } from './clock';

/** `setTimeout` fires at once for anything longer than this (a signed 32-bit number of milliseconds). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `performance` instead of `Date.now()`: a corrected system clock must not release or freeze the lane. */
export const systemClock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	sleep: async (ms, signal) =>
		await abortableSleep(Math.min(Math.max(ms, 0), LONGEST_TIMER_MS), signal),
};
