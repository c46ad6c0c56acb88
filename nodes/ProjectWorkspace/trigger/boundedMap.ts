/** A map of so many entries at most: the one that was set longest ago gives way. For what a process remembers. */
export class BoundedMap<Value> extends Map<string, Value> {
	#most: number;

	constructor(most: number) {
		super();
		this.#most = most;
	}

	override set(key: string, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.#most && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
