import type { Clock } from '../../nodes/ProjectWorkspace/transport/pace';

interface Timer {
	at: number;
	fire: () => void;
	/** It settles no promise, so that the clock need not wait for what follows. */
	isSilent: boolean;
}

/** Nothing that is tested takes so long. */
const LONGEST_MS = 24 * 60 * 60_000;

/**
 * A clock that jumps from one timer to the next. Nothing really waits, and it is the only time there is: what it runs may
 * await its timers and other promises, but no real timer, message or input, for which it would not wait.
 */
export class VirtualClock implements Clock {
	private time = 1_000_000;
	/** The next one first; of several at one time, the first that was set. */
	private readonly timers: Timer[] = [];

	readonly now = (): number => this.time;

	readonly sleep = async (ms: number): Promise<void> => {
		await new Promise<void>((resolve) => this.at(this.time + Math.max(ms, 0), resolve));
	};

	at(at: number, fire: () => void, isSilent = false): void {
		const index = this.timers.findLastIndex((timer) => timer.at <= at) + 1;
		this.timers.splice(index, 0, { at, fire, isSilent });
	}

	/** Runs until the work is done. Throws if nothing is left that could finish it, or if it goes on for a day. */
	async run<T>(work: Promise<T>): Promise<T> {
		const end = this.time + LONGEST_MS;
		let isDone = false;
		const finished = work.finally(() => {
			isDone = true;
		});
		finished.catch(() => {});
		for (let isSilent = false; ; ) {
			if (!isSilent) await settled();
			if (isDone) return await finished;
			const timer = this.timers.shift();
			if (!timer) throw new Error('Nothing is left that could finish the work');
			if (timer.at > end) throw new Error('The work goes on for more than a day');
			this.time = Math.max(this.time, timer.at);
			timer.fire();
			isSilent = timer.isSilent;
		}
	}
}

/** Lets every promise that can go on do so: a macrotask comes after all microtasks. */
const settled = async (): Promise<void> =>
	await new Promise<void>((resolve) => setImmediate(resolve));
