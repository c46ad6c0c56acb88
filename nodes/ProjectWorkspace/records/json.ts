import { isObject } from './value';

/** No real response is this deep, and JavaScript cannot write JSON that is much deeper. */
const MAX_LEVELS = 200;

/** JavaScript keeps the digits of all whole numbers that are shorter. */
const LONG_NUMBER = /\d{16}/;

/** JSON that cannot be read although it is valid. */
export class TooManyLevels extends SyntaxError {}

/**
 * Parses JSON. A whole number that JavaScript would round becomes a text with all its digits, because it may be an ID.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	const value: unknown = JSON.parse(LONG_NUMBER.test(text) ? withQuotedNumbers(text) : text);
	if (isDeeper(value, MAX_LEVELS)) {
		throw new TooManyLevels(`It has more than ${MAX_LEVELS} levels of objects and lists`);
	}
	return value;
}

/** The value, or the SyntaxError that says why the text is not JSON. */
export function parseOrError(text: string): unknown {
	try {
		return parseJson(text);
	} catch (error) {
		// Millions of digits in a row are a RangeError.
		return error instanceof SyntaxError ? error : new SyntaxError(String(error));
	}
}

/** Where JSON may have a value. */
const LONG_NUMBERS = /(?<![\w.+-])-?[1-9]\d{15,}(?=\s*(?:[,}\]]|$))/g;

/** Quotes the numbers that are outside of strings. Only what is near them is copied: a list may have millions of strings. */
function withQuotedNumbers(json: string): string {
	let quoted = '';
	let copied = 0;
	for (const [start, end] of outsideOfStrings(json)) {
		if (end - start < 16) continue;

		const outside = json.slice(start, end).replace(LONG_NUMBERS, quotedIfRounded);
		quoted += json.slice(copied, start) + outside;
		copied = end;
	}
	return quoted + json.slice(copied);
}

/** Where the parts of JSON before, between and after its strings begin and end. */
function* outsideOfStrings(json: string): Generator<[start: number, end: number]> {
	let start = 0;
	while (start < json.length) {
		const quote = json.indexOf('"', start);
		const end = quote < 0 ? json.length : quote;
		yield [start, end];
		start = endOfString(json, end);
	}
}

/** Where the string ends that begins at a quote: after the next one with an even number of backslashes before it. */
function endOfString(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
		let first = end;
		while (json[first - 1] === '\\') first -= 1;
		if ((end - first) % 2 === 0) return end + 1;
	}
	return json.length;
}

const quotedIfRounded = (number: string) =>
	Number.isSafeInteger(Number(number)) ? number : `"${number}"`;

function isDeeper(value: unknown, levels: number): boolean {
	if (Array.isArray(value)) {
		return levels === 0 || value.some((inner) => isDeeper(inner, levels - 1));
	}
	if (!isObject(value)) return false;
	if (levels === 0) return true;

	// `Object.values` takes three times as long for an object with many fields.
	for (const name in value) {
		if (isDeeper(value[name], levels - 1)) return true;
	}
	return false;
}

/**
 * A name that an object in valid JSON has twice, of which JavaScript would drop one value.
 * @returns undefined if there is none
 */
export function nameGivenTwice(json: string): string | undefined {
	/** The names in each object that is open. */
	const open: Array<Set<string>> = [];
	let stringStart = 0;

	for (const [start, end] of outsideOfStrings(json)) {
		const part = json.slice(start, end);
		// The string before a colon is a name.
		if (part.trimStart().startsWith(':')) {
			const name = String(JSON.parse(json.slice(stringStart, start)));
			if (open.at(-1)?.has(name)) return name;
			open.at(-1)?.add(name);
		}
		stringStart = end;

		for (const bracket of part.replace(/[^{}[\]]/g, '')) {
			if (bracket === '{' || bracket === '[') open.push(new Set());
			else open.pop();
		}
	}
	return undefined;
}
