/**
 * When two values are the same: for matching, for records that do not change, for filters and for polling. A saved value has
 * one form, a text. A given value has several: all forms in which a service may have saved it. The two are the same if the
 * saved form is among the given ones.
 */
import { anyId } from './fields';
import { formOfTime, readSavedTime, savedFormsOf } from './time';
import { isEmpty, isObject } from './value';

/** The one form of a saved value: a text that is equal for equal values, to hash it and to find it in an index. */
export function savedForm(value: unknown): string {
	const form = formOf(value);
	return typeof form === 'string' ? form : JSON.stringify(form);
}

/** The forms of the parts of a list or an object. They become a text at once: with each level, quotes would double. */
type Form = string | Form[] | { [name: string]: Form };

/** Leaves out parts without a value, and puts fields in alphabetical order: services vary in both. */
function formOf(value: unknown): Form {
	if (isEmpty(value)) return '';
	if (Array.isArray(value)) return value.map(formOf);
	if (typeof value === 'object' && value !== null) return formOfFields(value);

	const time = readSavedTime(value);
	return time ? formOfTime(time) : String(value).normalize();
}

function formOfFields(value: object): Form {
	const fields = Object.entries(value)
		.map(([name, inner]) => [name, formOf(inner)] as const)
		.filter(([, form]) => form !== '')
		.sort(([left], [right]) => (left < right ? -1 : 1));
	return fields.length > 0 ? Object.fromEntries(fields) : '';
}

/** The saved form of a field. A record in it counts as its ID: services write `owner` as `{ id, name }`, and take an ID. */
export const savedKey = (value: unknown): string =>
	savedForm((isObject(value) ? anyId(value) : undefined) ?? value);

/** A given value, which is read once per item. */
export interface GivenValue {
	/** The form of a value that was saved as it was given. */
	form: string;
	/** The forms of all values that count as this one. */
	readonly forms: readonly string[];
	/** The values in a list or an object, by position or name. */
	parts?: ReadonlyMap<string, GivenValue>;
}

const NOTHING: GivenValue = { form: '', forms: [''] };

/** @param zone of the workflow */
export function givenValue(value: unknown, zone: string): GivenValue {
	if (isEmpty(value)) return NOTHING;
	if (typeof value !== 'object' || value === null) return givenScalar(value, zone);

	const id = isObject(value) && Object.keys(value).length === 1 ? anyId(value) : undefined;
	if (id !== undefined) return givenScalar(id, zone);

	const form = savedForm(value);
	const parts = new Map<string, GivenValue>();
	for (const [name, inner] of Object.entries(value)) parts.set(name, givenValue(inner, zone));
	return { form, forms: [form], parts };
}

function givenScalar(value: unknown, zone: string): GivenValue {
	let forms: string[] | undefined;
	return {
		form: savedForm(value),
		// They are read where they are needed, because luxon takes long.
		get forms() {
			forms ??= givenForms(value, zone);
			return forms;
		},
	};
}

function givenForms(value: unknown, zone: string): string[] {
	const text = String(value).normalize();
	// Databases write true as 1.
	if (typeof value === 'boolean') return [text, value ? '1' : '0'];
	return savedFormsOf(text, zone) ?? [text];
}

/** Whether a saved value is the same as a given one. */
export function isSame(given: GivenValue, saved: unknown): boolean {
	const key = savedKey(saved);
	if (given.form === key || given.forms.includes(key)) return true;
	return given.parts !== undefined && hasSameParts(given.parts, saved);
}

function hasSameParts(parts: ReadonlyMap<string, GivenValue>, saved: unknown): boolean {
	if (typeof saved !== 'object' || saved === null) return false;

	const values = new Map<string, unknown>(Object.entries(saved));
	const names = new Set([...parts.keys(), ...values.keys()]);
	return [...names].every((name) => isSame(parts.get(name) ?? NOTHING, values.get(name)));
}
