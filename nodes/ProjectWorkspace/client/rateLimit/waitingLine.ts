/** One caller that waits for its turn. */
export interface Waiter {
	readonly since: number;
	go(): void;
}

interface Place extends Waiter {
	left: boolean;
}

/** First come, first served, for all executions that share the lane. Leaving takes no search. */
export class WaitingLine {
	private places: Place[] = [];

	private first = 0;

	private count = 0;

	get size(): number {
		return this.count;
	}

	/** Returns what takes the waiter out again. */
	join(waiter: Waiter): () => void {
		const place: Place = { since: waiter.since, go: () => waiter.go(), left: false };
		this.places.push(place);
		this.count++;
		return () => {
			if (place.left) return;
			place.left = true;
			this.count--;
		};
	}

	next(): Waiter | undefined {
		while (this.first < this.places.length) {
			const place = this.places[this.first++];
			if (place === undefined || place.left) continue;
			place.left = true;
			this.count--;
			this.tidy();
			return place;
		}
		this.tidy();
		return undefined;
	}

	private tidy(): void {
		if (this.first < this.places.length && this.first < 1_024) return;
		this.places = this.places.slice(this.first);
		this.first = 0;
	}
}
