import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

/** A JSON object: a record, the rest of a response, or the content of an n8n item. */
export type JsonObject = IDataObject;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A date from an expression, of JavaScript or luxon, which JSON writes as a text. */
const isDate = (value: object): value is { toJSON: () => unknown } =>
	'toJSON' in value && typeof value.toJSON === 'function';

/** Whether a value is a list or an object, and not a text, a number or a date. */
export const isStructure = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && !isDate(value);

/** Whether a value is missing, null, or a text of spaces. */
export const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a value is nothing, or a list or an object without content. */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isNothing(value);
	return !isDate(value) && Object.keys(value).length === 0;
}

/** The value of a field by its name. The prototype has none: `constructor` is no field. */
export const ownField = (record: JsonObject, name: string): JsonObject[string] =>
	Object.hasOwn(record, name) ? record[name] : undefined;

/**
 * The value of a field by its name, or by a path such as `owner.email`. Only own fields: `constructor` in a path must not
 * reach the prototype.
 */
export function fieldAt(record: unknown, field: string): JsonObject[string] {
	if (isObject(record) && Object.hasOwn(record, field)) return record[field];

	let value: unknown = record;
	for (const name of field.split('.')) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value as JsonObject[string]; // part of a JSON object
}

/** The fields of these names or paths that a record has. `owner.email` is a name of its own in the result. */
export function fieldsAt(record: JsonObject, names: readonly string[]): JsonObject {
	const fields = names.map((name) => [name, fieldAt(record, name)] as const);
	return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** A value as text. Null is empty, a date is written as in JSON, other objects and lists are JSON. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	return isDate(value) ? String(value.toJSON() ?? '') : JSON.stringify(value);
}

/** A value in a message. It is whole: secrets are hidden, and then long texts cut, where the message leaves the node. */
export const quoted = (value: unknown): string => JSON.stringify(value ?? null);

/** Python writes `True`, and databases write 1 and 0. */
export function booleanOf(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const word = String(value).trim().toLowerCase();
	if (word === 'true' || word === '1') return true;
	if (word === 'false' || word === '0') return false;
	return undefined;
}

/** A number, also as a text: many services write decimals as texts. */
export function numberOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const number = Number(value);
	return Number.isNaN(number) ? undefined : number;
}

/** Whether JavaScript may have rounded a number, so that it would be the ID of another record. */
export const isRounded = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);

/** A JSON value with all its texts changed, and the names in its objects. */
export function mapTexts<T>(value: T, change: (text: string) => string): T;
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
	if (!isObject(value)) return value;

	const entries = Object.entries(value).map(([name, inner]) => [
		change(name),
		mapTexts(inner, change),
	]);
	// An assignment would lose a field `__proto__`.
	return Object.fromEntries(entries);
}

/** A hash by which a value can be recognized but not read. */
export const sha256 = (content: string | Buffer): string =>
	createHash('sha256').update(content).digest('base64url');
