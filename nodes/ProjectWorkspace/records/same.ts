/**
 * When two values are the same: for matching, for records that do not change, for filters and for polling. A saved value has
 * one form, a text. A given value has several: all forms in which a service may have saved it. The two are the same if the
 * saved form is among the given ones.
 */
import { anyId } from './fields';
import { readSavedTime, textsOfGivenTime, timeText } from './time';
import { isEmpty, isObject, type JsonObject } from './value';

/** The one form of a saved value: a text that is equal for equal values, to hash it and to find it in an index. */
export function savedForm(value: unknown): string {
	const same = normalized(value);
	return typeof same === 'string' ? same : JSON.stringify(same);
}

/** Lists and objects become one text at the end: with each level, quotes would double. */
type Normalized = string | Normalized[] | { [name: string]: Normalized };

function normalized(value: unknown): Normalized {
	if (isEmpty(value)) return '';
	if (Array.isArray(value)) return value.map(normalized);
	if (isObject(value)) return normalizedFields(value);

	const time = readSavedTime(value);
	return time ? timeText(time) : String(value).normalize();
}

/** Leaves out fields without a value, and puts the others in alphabetical order: services vary in both. */
function normalizedFields(object: JsonObject): Normalized {
	const fields: Array<[string, Normalized]> = [];
	for (const name of Object.keys(object).sort()) {
		const value = normalized(object[name]);
		if (value !== '') fields.push([name, value]);
	}
	return fields.length > 0 ? Object.fromEntries(fields) : '';
}

/** The saved form of a field. A record in it counts as its ID: services write `owner` as `{ id, name }`, and take an ID. */
export const fieldForm = (value: unknown): string =>
	savedForm((isObject(value) ? anyId(value) : undefined) ?? value);

/** A given value, which is read once per item. */
export interface GivenValue {
	/** The form in which a service saves it if it changes nothing. */
	asGiven: string;
	/** The saved forms of all values that count as this one. */
	readonly forms: readonly string[];
	/** The values in a list or an object, by position or name. */
	parts?: ReadonlyMap<string, GivenValue>;
}

const NOTHING: GivenValue = { asGiven: '', forms: [''] };

/** @param zone of the workflow */
export function givenValue(value: unknown, zone: string): GivenValue {
	if (isEmpty(value)) return NOTHING;
	if (typeof value !== 'object' || value === null) return givenScalar(value, zone);

	const id = isObject(value) && Object.keys(value).length === 1 ? anyId(value) : undefined;
	if (id !== undefined) return givenScalar(id, zone);

	const asGiven = savedForm(value);
	const parts = new Map<string, GivenValue>();
	for (const [name, inner] of Object.entries(value)) parts.set(name, givenValue(inner, zone));
	return { asGiven, forms: [asGiven], parts };
}

function givenScalar(value: unknown, zone: string): GivenValue {
	let forms: string[] | undefined;
	return {
		asGiven: savedForm(value),
		// They are found where they are needed for the first time, because luxon takes long.
		get forms() {
			forms ??= formsOf(value, zone);
			return forms;
		},
	};
}

function formsOf(value: unknown, zone: string): string[] {
	const text = String(value).normalize();
	// Databases write true as 1.
	if (typeof value === 'boolean') return [text, value ? '1' : '0'];
	return textsOfGivenTime(text, zone) ?? [text];
}

/** Whether a saved value is the same as a given one. */
export function isSame(given: GivenValue, saved: unknown): boolean {
	const form = fieldForm(saved);
	if (given.asGiven === form || given.forms.includes(form)) return true;
	return given.parts !== undefined && hasSameParts(given.parts, saved);
}

function hasSameParts(parts: ReadonlyMap<string, GivenValue>, saved: unknown): boolean {
	if (typeof saved !== 'object' || saved === null) return false;

	const values = new Map<string, unknown>(Object.entries(saved));
	const names = new Set([...parts.keys(), ...values.keys()]);
	return [...names].every((name) => isSame(parts.get(name) ?? NOTHING, values.get(name)));
}
