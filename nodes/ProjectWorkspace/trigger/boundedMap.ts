/** A map of so many entries at most: the one that was set longest ago gives way. For what a process remembers. */
export class BoundedMap<Value> {
	#map = new Map<string, Value>();
	#most: number;

	constructor(most: number) {
		this.#most = most;
	}

	get(key: string): Value | undefined {
		return this.#map.get(key);
	}

	set(key: string, value: Value): void {
		this.#map.delete(key);
		this.#map.set(key, value);
		const [oldest] = this.#map.keys();
		if (this.#map.size > this.#most && oldest !== undefined) this.#map.delete(oldest);
	}

	keys(): Iterable<string> {
		return this.#map.keys();
	}

	delete(key: string): void {
		this.#map.delete(key);
	}
}
