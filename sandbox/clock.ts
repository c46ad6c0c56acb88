/* eslint-disable @n8n/community-nodes/no-restricted-globals -- the sandbox is a server of its own and never ships; here is its only timer */

/** All waiting goes through a clock, so that a test can move time instead of sleeping. */
export interface Clock {
	now(): number;
	/** Runs something later; the answer calls it off. */
	after(ms: number, run: () => void): () => void;
}

// setTimeout turns anything longer into one millisecond.
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, run) {
		const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_TIMER));
		return () => clearTimeout(timer);
	},
};

export interface ManualClock extends Clock {
	/** Moves time on, running what falls due on the way in order. */
	advance(ms: number): void;
}

export function createManualClock(start = Date.UTC(2030, 0, 1)): ManualClock {
	let now = start;
	let timers: Array<{ at: number; run: () => void }> = [];
	return {
		now: () => now,
		after(ms, run) {
			const timer = { at: now + Math.max(0, ms), run };
			timers.push(timer);
			return () => {
				timers = timers.filter((other) => other !== timer);
			};
		},
		advance(ms) {
			const end = now + ms;
			for (;;) {
				const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
				if (!due) break;
				timers = timers.filter((other) => other !== due);
				now = Math.max(now, due.at);
				due.run();
			}
			now = end;
		},
	};
}

export function pause(clock: Clock, ms: number): Promise<void> {
	return ms <= 0 ? Promise.resolve() : new Promise((resolve) => clock.after(ms, resolve));
}
