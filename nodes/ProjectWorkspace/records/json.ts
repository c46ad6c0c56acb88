import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { isLossy } from './decimal';
import { scanJson } from './jsonBounds';

/** A JSON object: a record, an envelope, or the content of an n8n item. */
export type JsonObject = IDataObject;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether objects and lists are nested in more levels. A date from an expression is a value. */
export const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	!('toJSON' in value && typeof value.toJSON === 'function') &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Own properties only: `constructor` or `__proto__` in a path must not reach the prototype. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
	let inner = value;
	for (const key of path) {
		if (!isObject(inner) || !Object.hasOwn(inner, key)) return undefined;
		inner = inner[key];
	}
	return inner;
}

/**
 * The value of a field by its name, or by a path (`owner.email`); a field whose name contains the dots comes first. The
 * path is only read as far as the record has it, because each record of a list is asked for it.
 */
export function fieldAt(record: unknown, field: string): JsonObject[string] {
	if (isObject(record) && Object.hasOwn(record, field)) return record[field];
	let inner = record;
	for (let start = 0; start <= field.length; ) {
		const dot = field.indexOf('.', start);
		const end = dot === -1 ? field.length : dot;
		const key = field.slice(start, end);
		if (!isObject(inner) || !Object.hasOwn(inner, key)) return undefined;
		inner = inner[key];
		start = end + 1;
	}
	return inner as JsonObject[string]; // part of a JSON object
}

/** A whole number, also from a string: many services write `"page": "1"`. */
export function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return undefined;
	return Number(value);
}

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
	let end = 0;
	scanJson(text, (start, to) => {
		const number = text.slice(start, to);
		if (isWhole(number) ? Number.isSafeInteger(Number(number)) : !isLossy(number)) return;
		marked.push(text.slice(end, start), `"${MARK}${number}"`);
		end = to;
	});
	if (end === 0) return JSON.parse(text);
	const holder: JsonObject = { value: JSON.parse(marked.join('') + text.slice(end)) };
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

/** Whether JavaScript may have rounded the number: beyond 2^53 - 1, or Infinity. */
export const isRounded = (value: unknown): boolean =>
	typeof value === 'number' &&
	(!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)));

/** Whether a value, or a name or a value in it, passes the test. */
const someInside = (value: unknown, test: (inner: unknown) => boolean): boolean =>
	test(value) ||
	(typeof value === 'object' &&
		value !== null &&
		Object.entries(value).some((field) => field.some((inner) => someInside(inner, test))));

const isNoDate = (value: unknown) => value instanceof Date && Number.isNaN(value.getTime());

/** Whether a value, or one in it, is such a number or a date that does not exist. */
export const hasRounded = (value: unknown): boolean =>
	someInside(value, (inner) => isRounded(inner) || isNoDate(inner));

/** Whether a value, or one in it, is no date: n8n gives this text for one of Luxon that does not exist. */
export const hasNoDate = (value: unknown): boolean =>
	someInside(value, (inner) => inner === 'Invalid DateTime' || isNoDate(inner));

/** Stands for bytes of a response that are no text in its charset. */
const UNDECODED = '\ufffd';

/** Whether a value, or one in it, was not decoded, and must not be written back. */
export const hasUndecoded = (value: unknown): boolean =>
	someInside(value, (inner) => typeof inner === 'string' && inner.includes(UNDECODED));
