/** All waiting goes through a clock, so that a test can move time instead of sleeping. */
export interface Clock {
	now(): number;
	/** Runs something later; the returned function cancels it. */
	after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	now: () => Date.now(),

	after(ms, run) {
		const timer = setTimeout(run, ms);

		return () => clearTimeout(timer);
	},
};

export function pause(clock: Clock, ms: number): Promise<void> {
	if (ms <= 0) return Promise.resolve();

	return new Promise((resolve) => clock.after(ms, resolve));
}
