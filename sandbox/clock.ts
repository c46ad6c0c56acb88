/** All waiting goes through a clock, so that a test can move time instead of sleeping. */
export interface Clock {
	now(): number;
	after(ms: number, run: () => void): void;
}

export const systemClock: Clock = {
	now: () => Date.now(),

	after(ms, run) {
		// What is planned does not keep a process from ending.
		setTimeout(run, ms).unref();
	},
};

export function pause(clock: Clock, ms: number): Promise<void> {
	if (ms <= 0) return Promise.resolve();

	return new Promise((resolve) => clock.after(ms, resolve));
}
