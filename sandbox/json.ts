export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
	[key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a text, or undefined if it is anything else. */
export function parseJsonObject(text: string): JsonObject | undefined {
	const value = parseJson(text);
	return isJsonObject(value) ? value : undefined;
}

/** The JSON value in a text, or undefined if it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
	try {
		// JSON.parse can only yield JSON.
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

/** Sets a value at a dotted path, and creates the objects of the path. */
export function setAt(root: JsonObject, path: string, value: JsonValue): void {
	const keys = path.split('.');
	const last = keys.pop() ?? '';
	let place = root;
	for (const key of keys) {
		const next = place[key];
		if (isJsonObject(next)) {
			place = next;
		} else {
			const made: JsonObject = {};
			place[key] = made;
			place = made;
		}
	}
	place[last] = value;
}
