/** A JSON object as it came from the service: nothing is known about its values yet. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties only: `constructor` or `__proto__` in a path must not reach the prototype. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
	let value = body;
	for (const key of path) {
		if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
		value = value[key];
	}
	return value;
}

/** Whole numbers, also as text: many services write `"page": "1"`. */
export function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return undefined;
	return Number(value);
}
