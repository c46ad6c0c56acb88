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
		return error;
	}
}

/** Where JSON may have a value. */
const LONG_NUMBERS = /(?<![\w.+-])-?[1-9]\d{15,}(?=\s*(?:[,}\]]|$))/g;

/** Quotes the numbers that are outside of strings: before, between and after their quotes. */
function withQuotedNumbers(json: string): string {
	let start = 0;
	const parts = json
		.replace(/\\./gs, '  ')
		.split('"')
		.map(({ length }, index) => {
			const part = json.slice(start, start + length);
			start += length + 1;
			return index % 2 === 1 || length < 16 ? part : part.replace(LONG_NUMBERS, quotedIfRounded);
		});
	return parts.join('"');
}

const quotedIfRounded = (number: string): string =>
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
	/** The names of each object that is open. */
	const open: Array<Set<string>> = [];

	for (const part of bracketsAndNames(json)) {
		if (part === '{' || part === '[') {
			open.push(new Set());
		} else if (part === '}' || part === ']') {
			open.pop();
		} else {
			const name = String(JSON.parse(part));
			if (open.at(-1)?.has(name)) return name;
			open.at(-1)?.add(name);
		}
	}
	return undefined;
}

/** The brackets of valid JSON, and the names of fields in their quotes. */
function* bracketsAndNames(json: string): Generator<string> {
	let start: number | undefined;
	let string = '';

	for (const { 0: part, index } of json.matchAll(/\\.|["{}[\]:]/gs)) {
		if (part === '"' && start === undefined) {
			start = index;
		} else if (part === '"') {
			string = json.slice(start, index + 1);
			start = undefined;
		} else if (start === undefined) {
			// A colon outside of strings follows a name.
			yield part === ':' ? string : part;
		}
	}
}
