import type { IDataObject } from 'n8n-workflow';

/** An object in JSON: a record of the service, an envelope around it, or what an n8n item contains. */
export type JsonObject = IDataObject;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own properties only: `constructor` or `__proto__` in a path must not reach the prototype. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
	let inner = value;
	for (const key of path) {
		if (!isObject(inner) || !Object.hasOwn(inner, key)) return undefined;
		inner = inner[key];
	}
	return inner;
}

/** The value of a field by its name, or by a path of names (`owner.email`); a name that contains dots wins. */
export const fieldAt = (record: unknown, field: string): JsonObject[string] =>
	isObject(record) && Object.hasOwn(record, field)
		? record[field]
		: (valueAt(record, field.split('.')) as JsonObject[string]); // part of a JSON object

/** A whole number, also as text: many services write `"page": "1"`. */
export function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return undefined;
	return Number(value);
}

const LONG_NUMBER = /\d{16}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads JSON. A whole number beyond 2^53 - 1 would be rounded by JavaScript, and an ID would then be that of another
 * record: it is read as text, digit for digit.
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown =>
	JSON.parse(LONG_NUMBER.test(text) ? withTextForUnsafeIntegers(text) : text);

function withTextForUnsafeIntegers(text: string): string {
	let result = '';
	let at = 0;
	while (at < text.length) {
		const quote = text.indexOf('"', at);
		const numbersEnd = quote < 0 ? text.length : quote;
		result += text.slice(at, numbersEnd).replace(NUMBER, quoteIfUnsafe);
		at = quote < 0 ? text.length : endOfString(text, quote);
		result += text.slice(numbersEnd, at);
	}
	return result;
}

/** A leading zero is no JSON, and stays as it is for `JSON.parse` to reject. */
const quoteIfUnsafe = (number: string) =>
	/^-?[1-9]\d*$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number;

/** Where the string that begins at `start` ends; the end of the text where its quotation mark is missing. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		if (text[at] === '\\') at++;
		else if (text[at] === '"') return at + 1;
	}
	return text.length;
}
