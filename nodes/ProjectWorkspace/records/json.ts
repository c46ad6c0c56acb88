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

/** The value of a field by its name, or by a path (`owner.email`); a field whose name contains the dots comes first. */
export const fieldAt = (record: unknown, field: string): JsonObject[string] =>
	isObject(record) && Object.hasOwn(record, field)
		? record[field]
		: (valueAt(record, field.split('.')) as JsonObject[string]); // part of a JSON object

/** A whole number, also from a string: many services write `"page": "1"`. */
export function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return undefined;
	return Number(value);
}

/** The fields and list entries that are strings now, and were large numbers in the JSON. */
const unsafeIntegers = new WeakMap<object, Set<string>>();

/** The texts of decimals with more digits than their numbers. */
const longDecimals = new WeakMap<object, Map<string, string>>();

/** The text of a number that has more decimals than JavaScript keeps. */
export const exactDecimal = (holder: object, key: string): string | undefined =>
	longDecimals.get(holder)?.get(key);

/** Prefix that marks a number; random, so that no other string starts with it. */
const MARK = randomUUID();

/**
 * Parses JSON. JavaScript would round a whole number beyond 2^53 - 1, and an ID would become that of another record. Such
 * a number becomes a string with all its digits, and `stringifyJson` writes it as a number again, and long decimals with
 * all their digits.
 * @throws SyntaxError, which is JsonTooLarge beyond the bounds, and JsonCut if it ends in the middle
 */
export function parseJson(text: string): unknown {
	let [marked, end] = ['', 0];
	for (const [start, to] of scanJson(text)) {
		const number = text.slice(start, to);
		if (isWhole(number) ? Number.isSafeInteger(Number(number)) : !isLossy(number)) continue;
		marked += `${text.slice(end, start)}"${MARK}${number}"`;
		end = to;
	}
	if (end === 0) return JSON.parse(text);
	marked += text.slice(end);
	return JSON.parse(marked, function (this: object, key: string, value: unknown) {
		if (key.startsWith(MARK)) throw new SyntaxError('The name of a field is a number');
		if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
		const digits = value.slice(MARK.length);
		if (!isWhole(digits)) {
			keepDecimal(this, key, digits);
			return Number(digits);
		}
		markNumber(this, key);
		return digits;
	});
}

function markNumber(holder: object, key: string): void {
	const keys = unsafeIntegers.get(holder) ?? new Set();
	unsafeIntegers.set(holder, keys.add(key));
}

function keepDecimal(holder: object, key: string, digits: string): void {
	const texts = longDecimals.get(holder) ?? new Map();
	longDecimals.set(holder, texts.set(key, digits));
}

/**
 * Writes JSON. Large numbers that `parseJson` has read as strings are written as numbers, and long decimals with all their
 * digits.
 * @param keeps which top-level fields are written; all by default
 */
export function stringifyJson(value: unknown, keeps?: (name: string) => boolean): string {
	const text = JSON.stringify(value, function (this: object, key: string, inner: unknown) {
		if (keeps && this === value && !keeps(key)) return undefined;
		const digits = exactDecimal(this, key);
		if (digits !== undefined && Number(digits) === inner) return MARK + digits;
		return isWhole(inner) && unsafeIntegers.get(this)?.has(key) ? MARK + inner : inner;
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
	const keys = [object, changes].flatMap((each) => [...(unsafeIntegers.get(each) ?? [])]);
	for (const key of keys) if (isWhole(merged[key])) markNumber(merged, key);
	for (const each of [object, changes]) {
		for (const [key, digits] of longDecimals.get(each) ?? []) {
			if (each[key] === merged[key]) keepDecimal(merged, key, digits);
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

/** Whether a value is such a number or a date that does not exist, or an object or list with one in it. */
export const hasRounded = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some(hasRounded) ||
			(value instanceof Date && Number.isNaN(value.getTime()))
		: isRounded(value);

/** Stands for bytes of a response that are no text in its charset. */
const UNDECODED = '\ufffd';

/** Whether a value, or one in it, was not decoded, and must not be written back. */
export const hasUndecoded = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.entries(value).some((field) => field.some(hasUndecoded))
		: typeof value === 'string' && value.includes(UNDECODED);
