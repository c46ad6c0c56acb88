/** Entries are dropped from the front in blocks, so that 10,000 of them cost no 10,000 shifts. */
const BLOCK = 1_024;

/**
 * When this process's own requests were served, oldest first, until their credit has come back.
 * Whatever the service counts with, a request's credit is back one window after it was served:
 * a sliding window returns it exactly then, a fixed window or a token bucket of the same rate sooner.
 */
export class ServedLog {
	private times: number[] = [];

	private first = 0;

	get oldest(): number | undefined {
		return this.times[this.first];
	}

	get size(): number {
		return this.times.length - this.first;
	}

	add(at: number): void {
		this.times.push(at);
	}

	/** The credit of the oldest `count` is back. */
	giveBack(count: number): void {
		this.first = Math.min(this.first + count, this.times.length);
		if (this.first < BLOCK) return;
		this.times = this.times.slice(this.first);
		this.first = 0;
	}

	/** The credit of everything served at or before `time` is back. */
	giveBackUntil(time: number): void {
		let count = 0;
		while ((this.times[this.first + count] ?? Number.POSITIVE_INFINITY) <= time) count++;
		this.giveBack(count);
	}
}
