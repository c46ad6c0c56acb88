import { UserError } from '../errors';
import { parseJson, parseOrError } from '../records/json';
import { readSavedTime, withOffset } from '../records/time';
import {
	booleanOf,
	isEmpty,
	isObject,
	isRounded,
	isStructure,
	textOf,
	type JsonObject,
} from '../records/value';
import type { Field, FieldNotes } from './fields';
import { described } from './reader';

/** The body of a request. */
export interface Body {
	/** JSON text, with all digits of large numbers. */
	text: string;
	/** The fields that the service gets. */
	values: JsonObject;
}

/** The body that an item asks for. */
export interface BodyOfItem {
	body: Body;
	fieldNotes: FieldNotes;
}

/** @param zone of the workflow, in which a time without a zone is meant */
export function bodyOf(fields: readonly Field[], zone: string): Body {
	const members = new Map<string, string>();
	for (const field of fields) {
		const { name } = field;
		if (members.has(name)) throw fieldTwice(name);
		members.set(name, `${JSON.stringify(name)}:${jsonOf(field, zone)}`);
	}
	return bodyFrom(`{${[...members.values()].join(',')}}`);
}

/**
 * The body with the fields that are in its text, as JSON may write a value in another way.
 * @param text the JSON of an object
 */
export const bodyFrom = (text: string): Body => ({ text, values: parseJson(text) as JsonObject });

export const fieldTwice = (name: string): UserError =>
	new UserError(
		`The field '${name}' is set twice`,
		"Remove one of the two in 'Fields', 'Additional Fields' or 'JSON Body', or name the input field in 'Ignore Fields From Input' under 'Options'.",
	);

interface ValueType {
	/** The value, for messages. */
	mustBe: string;
	/** A value as JSON text; undefined if it does not fit. Spreadsheets and agents provide texts for all types. */
	encode: (value: unknown, zone: string) => string | undefined;
}

const ANY: ValueType = {
	mustBe: 'text, a number, true, false, a list or an object',
	encode: encodeAny,
};

/** The types of the mapper and of additional fields. */
const VALUE_TYPES: ReadonlyMap<string, ValueType> = new Map([
	['string', { mustBe: 'text', encode: encodeText }],
	[
		'number',
		{
			mustBe: 'a number such as 1.5 (as text if it has more than 15 digits)',
			encode: encodeNumber,
		},
	],
	['boolean', { mustBe: 'true or false', encode: (value) => booleanOf(value)?.toString() }],
	['dateTime', { mustBe: 'a date, e.g. 2026-12-31 or 2026-12-31T12:00:00Z', encode: encodeTime }],
	['array', { mustBe: 'a list, e.g. ["a", "b"]', encode: encodeList }],
	[
		'object',
		{ mustBe: 'an object, e.g. { "a": 1 }', encode: (value) => encodeIf(value, isObject) },
	],
	['json', { mustBe: 'valid JSON', encode: (value) => encodeIf(value, () => true) }],
]);

function jsonOf({ name, type, value }: Field, zone: string): string {
	if (value === null) return 'null';

	const { mustBe, encode } = VALUE_TYPES.get(type ?? '') ?? ANY;
	const json = encode(value, zone);
	if (json !== undefined) return json;
	throw new UserError(
		`The field '${name}' must be ${mustBe}, but is ${described(value)}`,
		`Change the value of '${name}' in 'Fields', 'Additional Fields' or the input. To send another type, add it in 'Additional Fields'.`,
	);
}

/** Rejects what JSON would write as null, because that may clear the field. */
function encodeAny(value: unknown): string | undefined {
	const json: string | undefined = JSON.stringify(value);
	return json === 'null' || isRounded(value) ? undefined : json;
}

function encodeText(value: unknown): string | undefined {
	return isStructure(value) ? undefined : JSON.stringify(textOf(value));
}

/** JavaScript would also accept a list, a date or `0x10`. */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function encodeNumber(value: unknown): string | undefined {
	if (typeof value === 'number') return encodeAny(value);
	const text = typeof value === 'string' ? value.trim() : '';

	// A whole number keeps all its digits.
	if (/^-?[1-9]\d*$/.test(text)) return text;
	return NUMBER.test(text) ? encodeAny(Number(text)) : undefined;
}

function encodeTime(value: unknown, zone: string): string | undefined {
	const text = textOf(value).trim();
	const isTime = readSavedTime(text) !== undefined;
	return isTime ? JSON.stringify(withOffset(text, zone)) : undefined;
}

/** Text with commas is a list, as people write it. */
function encodeList(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.trim().startsWith('[')) {
		return encodeIf(value, Array.isArray);
	}
	const entries = value.split(',').map((entry) => entry.trim());
	return JSON.stringify(entries.filter(Boolean));
}

/** The value as JSON. A text that is JSON is sent as it is. */
function encodeIf(value: unknown, fits: (value: unknown) => boolean): string | undefined {
	if (typeof value !== 'string') return fits(value) ? encodeAny(value) : undefined;
	const parsed = parseOrError(value);
	return parsed instanceof SyntaxError || !fits(parsed) ? undefined : value.trim();
}

/** The body with a project, in front of the others, so that the text of the person stays as it is. */
export function withProject({ text, values }: Body, id: string | number): Body {
	if (!('project_id' in values)) {
		const comma = isEmpty(values) ? '' : ',';
		const field = `{"project_id":${JSON.stringify(id)}${comma}`;
		return bodyFrom(text.replace('{', () => field));
	}
	if (textOf(values.project_id) === String(id)) return { text, values };
	throw new UserError(
		"'Project' and the body set different values for 'project_id'",
		"Clear 'Project', or remove 'project_id' from the body.",
	);
}
