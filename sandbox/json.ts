export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
	[key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a text, or undefined if it is anything else. */
export function parseJsonObject(text: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(text);

		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
