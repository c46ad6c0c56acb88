import type { Clock } from '../../sandbox';

interface Timer {
	at: number;
	run: () => void;
}

/** A clock that only moves when a test moves it. */
export class ManualClock implements Clock {
	#now = Date.UTC(2030, 0, 1);
	#timers = new Set<Timer>();

	now(): number {
		return this.#now;
	}

	after(ms: number, run: () => void): void {
		this.#timers.add({ at: this.#now + ms, run });
	}

	/** Runs the timers that fall due, in order. */
	advance(ms: number): void {
		const end = this.#now + ms;

		for (;;) {
			const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
			if (!next || next.at > end) break;

			this.#timers.delete(next);
			this.#now = next.at;
			next.run();
		}

		this.#now = end;
	}
}
