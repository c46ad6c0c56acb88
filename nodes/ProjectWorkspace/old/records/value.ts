/** What a value is: a field of a record, or a parameter. */
import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

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

/** No value at all: missing, null, or text without a character to see. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && !/[^\s\p{Cf}]/u.test(value));

/** Nothing, or a list or an object without content. */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isNothing(value);
	// A date has no fields either.
	return !('toJSON' in value) && Object.keys(value).length === 0;
}

export const isScalar = (value: unknown): value is string | number | boolean =>
	['boolean', 'number', 'string'].includes(typeof value);

/** Whether a value, or one in it, passes the test. `beyond` is the result for anything below the fourth level. */
export const someValue = (
	value: unknown,
	test: (inner: unknown) => boolean,
	beyond = true,
	levels = 4,
): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some((inner) =>
				levels === 0 ? beyond : someValue(inner, test, beyond, levels - 1),
			)
		: test(value);

/** Nothing, or a list or an object with nothing in it at any depth: `{"task": null}`. */
export const isBlank = (value: unknown): boolean => !someValue(value, (inner) => !isNothing(inner));

/** A value as text: null is empty, a date as in JSON, other objects and lists are JSON. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value).replace(/^"|"$/g, '') : String(value);
}

/** SHA-256, by which a value can be recognized but not read. In base64url, because it may become a key elsewhere. */
export const sha256 = (content: string | Buffer) =>
	createHash('sha256').update(content).digest('base64url');

const MAX_QUOTED = 60;

/** A value as JSON in a message, without the rest of a long one. */
export function quoted(value: unknown): string {
	const text = JSON.stringify(value ?? null);
	return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** `True` is Python's, 1 and 0 are those of databases and spreadsheets. */
export function booleanOf(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const word = String(value).trim().toLowerCase();
	if (word === 'true' || word === '1') return true;
	return word === 'false' || word === '0' ? false : undefined;
}

/** Numbers as JSON writes them; the text "1e3" or "007" may be a code. */
const NUMBER = /^(-?)(0|[1-9]\d{0,400})(?:\.(\d{1,400}))?(?:e([+-]\d{1,3}))?$/;

/** The same text for the same number, whatever its form: `5`, `5.0`. */
export function decimalOf(value: unknown): string | undefined {
	const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(String(value)) ?? [];
	if (sign === undefined) return undefined;
	const digits = whole + fraction;
	let [start, end] = [0, digits.length];
	while (digits[start] === '0') start += 1;
	if (start === end) return '0';
	while (digits[end - 1] === '0') end -= 1;
	return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

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
