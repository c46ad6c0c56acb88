import type { Clock } from '../../../sandbox';

export interface ManualClock extends Clock {
	/** Moves time forward, and runs the timers that fall due, in order. */
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
