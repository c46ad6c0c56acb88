/* eslint-disable @n8n/community-nodes/no-restricted-globals -- the sandbox is a server of its own and never ships; here is its only timer */

/** All waiting goes through a clock, so that a test can move time instead of sleeping. */
export interface Clock {
	now(): number;
	/** Runs something later; the returned function cancels it. */
	after(ms: number, run: () => void): () => void;
}

// setTimeout runs after one millisecond if the time is longer than this.
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, run) {
		const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_TIMER));
		return () => clearTimeout(timer);
	},
};

export function pause(clock: Clock, ms: number): Promise<void> {
	return ms <= 0 ? Promise.resolve() : new Promise((resolve) => clock.after(ms, resolve));
}
