import type { Clock } from '../../../../nodes/ProjectWorkspace/old/client/clock';

interface Timer {
	at: number;
	fire: () => void;
	/** It lets nobody go on who awaits something. */
	silent: boolean;
}

/** A clock that jumps from one timer to the next. Nothing really waits. */
export class FakeClock implements Clock {
	private time: number;

	/** The next one first; of several at one time, the first that was set. */
	private readonly timers: Timer[] = [];

	constructor(start = 1_700_000_000_000) {
		this.time = start;
	}

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const abort = () => reject(signal?.reason as Error);
			if (signal?.aborted) abort();
			signal?.addEventListener('abort', abort, { once: true });
			this.at(this.time + Math.max(ms, 0), resolve);
		});
	}

	/** Calls `fire` at that time. With `silent`, it settles no promise, and the clock need not wait for what follows. */
	at(at: number, fire: () => void, silent = false): void {
		const index = this.timers.findLastIndex((timer) => timer.at <= at) + 1;
		this.timers.splice(index, 0, { at, fire, silent });
	}

	/** Runs until the work is done. Throws when nothing is left that could ever finish it. */
	async run<T>(work: Promise<T>, untilMs = 24 * 3_600_000): Promise<T> {
		let done = false;
		const finished = work.finally(() => {
			done = true;
		});
		finished.catch(() => {});
		const limit = this.time + untilMs;
		for (let silent = false; ; ) {
			if (!silent) await settleMicrotasks();
			if (done) return await finished;
			const timer = this.timers.shift();
			if (timer === undefined)
				throw new Error('Deadlock: nothing is left that could finish the work');
			this.time = Math.max(this.time, timer.at);
			if (this.time > limit) throw new Error('The work did not end in time');
			timer.fire();
			silent = timer.silent;
		}
	}
}

/** Lets every promise that can go on do so: a macrotask comes after all microtasks. */
async function settleMicrotasks(): Promise<void> {
	await new Promise<void>((resolve) => setImmediate(resolve));
}
