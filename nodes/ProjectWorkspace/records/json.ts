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

/** Quotes the numbers that are outside of strings. */
function withQuotedNumbers(json: string): string {
	const parts = partsOf(json).map((part, index) =>
		isString(index) || part.length < 16 ? part : part.replace(LONG_NUMBERS, quotedIfRounded),
	);
	return parts.join('"');
}

/** The parts of JSON before, in and after its strings, in turn. */
function partsOf(json: string): string[] {
	const withoutEscapes = json.replace(/\\./gs, '  ');
	let start = 0;
	return withoutEscapes.split('"').map(({ length }) => {
		const part = json.slice(start, start + length);
		start += length + 1;
		return part;
	});
}

const isString = (index: number): boolean => index % 2 === 1;

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
	const parts = partsOf(json);
	/** The names in each object that is open. */
	const open: Array<Set<string>> = [];

	for (const [index, part] of parts.entries()) {
		if (isString(index)) continue;

		// The string before a colon is a name.
		if (part.trimStart().startsWith(':')) {
			const name = String(JSON.parse(`"${parts[index - 1]}"`));
			if (open.at(-1)?.has(name)) return name;
			open.at(-1)?.add(name);
		}

		for (const bracket of part.replace(/[^{}[\]]/g, '')) {
			if (bracket === '{' || bracket === '[') open.push(new Set());
			else open.pop();
		}
	}
	return undefined;
}
