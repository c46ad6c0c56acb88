/** JSON as text: its bounds, and numbers with more digits than JavaScript keeps. */
import { randomUUID } from 'node:crypto';

import { decimalOf, type JsonObject } from './value';

/** More than any list that a service sends in one response, and little enough that n8n keeps responding. */
export const JSON_BOUNDS = {
	...{ levels: 200, names: 10_000, values: 500_000 },
	/** In a longer text, there may be one value for so many characters. */
	charactersPerValue: 16,
	/** Numbers with so many digits that they are read one by one. */
	longNumbers: 100_000,
	digits: 1_000,
} as const;

/** More characters than the name of any field, or a path of several, has. */
export const LONGEST_FIELD = 4_000;

/** Whether no JSON that is read has a field with this name or at this path. */
export const isTooLongField = (path: string): boolean =>
	path.length > LONGEST_FIELD ||
	path.split('.', JSON_BOUNDS.levels + 1).length > JSON_BOUNDS.levels;

/** JSON that is too large to be read; the message says in what way. */
export class JsonTooLarge extends SyntaxError {}

/** JSON that ends in the middle. */
export class JsonCut extends SyntaxError {}

/** The fields and list entries whose numbers have more digits than JavaScript keeps, with the text of each. */
const exactNumbers = new WeakMap<object, Map<string, string>>();

/** The text of a number that has more decimals than JavaScript keeps. */
export function exactDecimal(holder: object, key: string): string | undefined {
	const text = exactNumbers.get(holder)?.get(key);
	return isWhole(text) ? undefined : text;
}

function keepExact(holder: object, key: string, text: string): void {
	const texts = exactNumbers.get(holder) ?? new Map<string, string>();
	exactNumbers.set(holder, texts.set(key, text));
}

/** Prefix that marks a number; random, so that no other string starts with it. */
const MARK = randomUUID();

/**
 * Parses JSON. JavaScript would round a whole number beyond 2^53 - 1, and an ID would become that of another record. Such
 * a number becomes a string with all its digits, and `stringifyJson` writes it as a number again, and long decimals with
 * all their digits.
 * @throws SyntaxError, which is JsonTooLarge beyond the bounds, and JsonCut if it ends in the middle
 */
export function parseJson(text: string): unknown {
	const marked: string[] = [];
	let done = 0;
	for (const [start, end] of longNumbersIn(text)) {
		const number = text.slice(start, end);
		if (isWhole(number) ? Number.isSafeInteger(Number(number)) : !isLossy(number)) continue;
		marked.push(text.slice(done, start), `"${MARK}${number}"`);
		done = end;
	}
	if (done === 0) return JSON.parse(text);
	const holder: JsonObject = { value: JSON.parse(marked.join('') + text.slice(done)) };
	readMarks(holder);
	return holder.value;
}

/** Not as a reviver, which takes several times the memory. */
function readMarks(holder: JsonObject | unknown[]): void {
	for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
		if (typeof key === 'string' && key.startsWith(MARK))
			throw new SyntaxError('The name of a field is a number');
		const value = (holder as JsonObject)[key]; // or a list
		if (typeof value === 'object' && value !== null) readMarks(value as JsonObject);
		if (typeof value !== 'string' || !value.startsWith(MARK)) continue;
		const digits = value.slice(MARK.length);
		keepExact(holder, String(key), digits);
		(holder as JsonObject)[key] = isWhole(digits) ? digits : Number(digits);
	}
}

/**
 * Writes JSON. Large numbers that `parseJson` has read as strings are written as numbers, and long decimals with all their
 * digits.
 * @param keeps which top-level fields are written; all by default
 */
export function stringifyJson(value: unknown, keeps?: (name: string) => boolean): string {
	const text = JSON.stringify(value, function (this: object, key: string, inner: unknown) {
		if (keeps && this === value && !keeps(key)) return undefined;
		const exact = exactNumbers.get(this)?.get(key);
		if (exact === undefined) return inner;
		if (isWhole(exact)) return isWhole(inner) ? MARK + inner : inner;
		return Number(exact) === inner ? MARK + exact : inner;
	});
	const [first = '', ...numbers] = text.split(`"${MARK}`);
	// Without the quote that closes each of them.
	return [first, ...numbers.map((rest) => rest.replace('"', ''))].join('');
}

/**
 * Merges two objects; the changes take precedence. If either has a field as a large number, `stringifyJson` writes the
 * field as a number.
 */
export function mergeJson(object: JsonObject, changes: JsonObject): JsonObject {
	const merged = { ...object, ...changes };
	for (const each of [object, changes]) {
		for (const [key, text] of exactNumbers.get(each) ?? []) {
			if (isWhole(text) ? isWhole(merged[key]) : each[key] === merged[key])
				keepExact(merged, key, text);
		}
	}
	return merged;
}

/** A whole number as JSON writes it. */
const isWhole = (value: unknown) => typeof value === 'string' && /^(0|-?[1-9]\d*)$/.test(value);

/** Whether JavaScript would write the number in another way, because it has more digits than it can keep. */
function isLossy(text: string): boolean {
	const decimal = decimalOf(text);
	return decimal !== undefined && decimal !== decimalOf(Number(text));
}

/** JavaScript keeps all numbers with this many characters. */
const SHORT_NUMBER = 15;

/**
 * Looks through JSON before it is parsed, in one pass: a few megabytes of brackets would become gigabytes of objects.
 * @returns where its long numbers start and end
 * @throws JsonTooLarge, JsonCut
 */
function longNumbersIn(json: string): Array<[start: number, end: number]> {
	const { levels, names, longNumbers, digits, charactersPerValue } = JSON_BOUNDS;
	const found: Array<[start: number, end: number]> = [];
	const values = Math.max(JSON_BOUNDS.values, Math.ceil(json.length / charactersPerValue));
	/** The names of each object that is open. */
	const namesAt = new Uint32Array(levels + 2);
	let level = 0;
	let valuesSoFar = 0;
	for (let at = 0; at < json.length && level >= 0; at++) {
		switch (json[at]) {
			case '"':
				at = endOfString(json, at);
				break;
			case '{':
			case '[':
				level++;
				check(level, levels, 'levels');
				check(++valuesSoFar, values, 'values');
				namesAt[level] = 0;
				break;
			case '}':
			case ']':
				level--;
				break;
			case ':':
				namesAt[level] = (namesAt[level] ?? 0) + 1;
				check(namesAt[level] ?? 0, names, 'fields in one object');
				break;
			case ',':
				check(++valuesSoFar, values, 'values');
				break;
			default: {
				const end = endOfNumber(json, at);
				check(end - at, digits, 'digits in a number');
				if (end - at > SHORT_NUMBER) check(found.push([at, end]), longNumbers, 'long numbers');
				at = Math.max(at, end - 1);
			}
		}
	}
	if (level > 0) throw new JsonCut('The JSON ends in the middle');
	return found;
}

function check(count: number, bound: number, what: string): void {
	if (count > bound) throw new JsonTooLarge(`more than ${bound.toLocaleString('en')} ${what}`);
}

/** The quote that ends a string, which an even number of backslashes precedes. */
function endOfString(json: string, start: number): number {
	let end = start;
	for (;;) {
		end = json.indexOf('"', end + 1);
		if (end < 0) throw new JsonCut('A string in the JSON does not end');
		let before = end - 1;
		while (json[before] === '\\') before--;
		if ((end - before) % 2 === 1) return end;
	}
}

/** The position itself if no number begins there. */
function endOfNumber(json: string, start: number): number {
	let end = start;
	if (isDigit(json[start]) || json[start] === '-') end++;
	while (end > start && (isDigit(json[end]) || '+-.eE'.includes(json[end] ?? ' '))) end++;
	return end;
}

const isDigit = (character = '') => character >= '0' && character <= '9';
