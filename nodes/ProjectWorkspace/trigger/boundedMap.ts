/** A map with a maximum size. A new entry replaces the one that was set longest ago. */
export class BoundedMap<Value> extends Map<string, Value> {
	#maxSize: number;

	constructor(maxSize: number) {
		super();
		this.#maxSize = maxSize;
	}

	override set(key: string, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.#maxSize && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
