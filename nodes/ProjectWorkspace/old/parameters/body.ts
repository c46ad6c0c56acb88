import { plainName } from '../records/fieldNames';
import { JSON_BOUNDS } from '../records/json';
import { dayOf, readAnyTime, readTime, withZone } from '../records/moment';
import {
	booleanOf,
	hasNoDate,
	hasRounded,
	isNothing,
	isObject,
	isRounded,
	textOf,
} from '../records/value';
import { ok, reject, type Result } from '../result';
import { parameterMessages } from './messages';
import { readJson } from './reader';

/** A value for a field of the service's records. */
export interface Field {
	name: string;
	/** As it was when the person mapped it, or chosen for a field that is added by name. */
	type: string | undefined;
	value: unknown;
	/** Whether it is one of 'Additional Fields'. */
	isAdditional: boolean;
}

/** JSON text, or the fields of an object. */
type Content = string | Map<string, Content>;

/** JSON text, because JavaScript would round large numbers. A dot in a name is a field inside another. */
export function bodyFromFields(fields: readonly Field[], zone: string): Result<string> {
	const entries = new Map<string, Content>();
	for (const { name, type, value, isAdditional } of fields) {
		if (isAdditional && name === '')
			return reject(parameterMessages.rowNoName('field', 'Additional Fields'));
		const json = encodeAs(type, value, zone);
		const { additionalField, mappedField } = parameterMessages;
		if (!json.ok) return reject((isAdditional ? additionalField : mappedField)(name, json.problem));
		if (!addAt(entries, isAdditional ? pathOf(name) : [name], json.value))
			return reject(parameterMessages.fieldTwice(name));
	}
	return ok(toJson(entries));
}

/** As in n8n's Edit Fields node. */
export function pathOf(name: string): string[] {
	const path = name.split('.');
	const isPath = path.length <= JSON_BOUNDS.levels && path.every((part) => part.trim() !== '');
	return isPath ? path : [name];
}

/** False if there is a value already. */
function addAt(
	entries: Map<string, Content>,
	[name = '', ...rest]: readonly string[],
	json: string,
): boolean {
	const present = entries.get(name);
	if (rest.length === 0) {
		entries.set(name, present ?? json);
		return present === undefined;
	}
	const inner = present ?? new Map<string, Content>();
	entries.set(name, inner);
	return typeof inner !== 'string' && addAt(inner, rest, json);
}

const toJson = (content: Content): string =>
	typeof content === 'string'
		? content
		: `{${[...content].map(([name, inner]) => `${JSON.stringify(name)}:${toJson(inner)}`).join(',')}}`;

const EXACT = 'a number that JavaScript can keep exactly, or text with all its digits';

/** The types of additional fields, by the names that other programs give them. */
const ADDITIONAL_TYPES = {
	boolean: ['boolean', 'bool'],
	date: ['date', 'datetime', 'time'],
	json: ['json', 'object'],
	list: ['list', 'array'],
	null: ['null'],
	number: ['number', 'integer', 'int', 'float'],
	string: ['string', 'text'],
} as const;

/** Without a type, that of the value; undefined if there is no such type. */
export function additionalTypeOf(type: unknown, value: unknown): string | undefined {
	const isGiven = !isNothing(type);
	const name = isGiven ? plainName(textOf(type)) : Array.isArray(value) ? 'list' : typeof value;
	const entries = Object.entries<readonly string[]>(ADDITIONAL_TYPES);
	const [known] = entries.find(([, names]) => names.includes(name)) ?? [];
	return known ?? (isGiven ? undefined : 'string');
}

/** How a value of each type is written, those of the mapper included. Other types are not converted. */
const ENCODERS = new Map<string | undefined, typeof encodeTime>([
	['null', () => ok('null')],
	['string', encodeText],
	['number', encodeNumber],
	['boolean', encodeBoolean],
	['date', encodeTime],
	['dateTime', encodeTime],
	['array', encodeList],
	['list', encodeList],
	['object', (value) => encodeParsed(value, isObject, 'an object, e.g. { "a": 1 }')],
	['json', (value) => encodeParsed(value, () => true)],
]);

/**
 * A value as JSON text, because JavaScript would round large numbers. It is converted to the type, because a spreadsheet
 * or an AI agent provides strings. The problem is what the value must be.
 * @param zone that of a time without a time zone
 */
const encodeAs = (type: string | undefined, value: unknown, zone: string) =>
	(ENCODERS.get(type) ?? encodeJson)(value, zone);

function encodeBoolean(value: unknown): Result<string, string> {
	const truth = booleanOf(value);
	return truth === undefined ? reject('true or false') : ok(String(truth));
}

/** A date from an expression is an object. */
function encodeText(value: unknown): Result<string, string> {
	if (typeof value === 'string') return encodeJson(value);
	const json = encodeJson(value ?? '');
	if (!json.ok) return json;
	const text = textOf(value);
	const isStructure = typeof value === 'object' && value !== null && /^[[{]/.test(text);
	return isStructure ? reject('text') : encodeJson(text);
}

/** A time without a time zone gets that of the workflow, as in n8n's own nodes. */
function encodeTime(value: unknown, zone: string): Result<string, string> {
	const text = textOf(value).trim();
	const time = readAnyTime(text);
	if (!time) return reject('a date, e.g. 2026-12-31 or 2026-12-31T12:00:00Z');
	if (time.is === 'local') return encodeJson(withZone(time, zone));
	if (time.is === 'day') return encodeJson(dayOf(time, zone));
	return encodeJson(readTime(text) ? text : new Date(time.ms).toISOString());
}

/** Text with commas is a list, as people write it. */
function encodeList(value: unknown): Result<string, string> {
	const wanted = 'a list, e.g. ["a", "b"]';
	if (typeof value !== 'string' || /^\s*[[{]/.test(value))
		return encodeParsed(value, Array.isArray, wanted);
	const { values } = JSON_BOUNDS;
	const entries = value.split(',', values + 1).map((entry) => entry.trim());
	if (entries.length > values)
		return reject(`a list of at most ${values.toLocaleString('en')} values`);
	return encodeJson(entries.filter((entry) => entry !== ''));
}

/** Rejects values that JSON cannot represent: they would be sent as null, which may clear the field. */
function encodeJson(value: unknown): Result<string, string> {
	const json: string | undefined = JSON.stringify(value);
	if (json === undefined || (json === 'null' && value !== null)) {
		return reject('text, a number, true, false, a list or an object');
	}
	if (hasNoDate(value)) return reject('a date that exists');
	return hasRounded(value) ? reject(EXACT) : ok(json);
}

/** Numbers as people and spreadsheets write them; JavaScript would also accept a list, a date or `0x10`. */
function encodeNumber(value: unknown): Result<string, string> {
	if (isRounded(value)) return reject(EXACT);
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	if (/^[+-]?\d+$/.test(text)) return ok(wholeNumberText(text));
	if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return reject('a number');
	const number = Number(text);
	if (isRounded(number)) return reject(EXACT);
	// With all its digits, if JSON writes it in the same way.
	return ok(/^-?(0|[1-9]\d*)\.\d+$/.test(text) ? text : JSON.stringify(number));
}

/** As JSON writes it, with all digits. By text, because large numbers take quadratic time. */
function wholeNumberText(text: string): string {
	const digits = text.replace(/^[+-]/, '').replace(/^0*(\d)/, '$1');
	return text.startsWith('-') && digits !== '0' ? `-${digits}` : digits;
}

/** A list or an object, also from its JSON text. */
function encodeParsed(
	value: unknown,
	isWanted: (value: unknown) => boolean,
	wanted?: string,
): Result<string, string> {
	const parsed = typeof value === 'string' ? readJson(value) : ok(value);
	if (!parsed.ok) return reject(wanted ?? `valid JSON: ${parsed.problem}`);
	if (!isWanted(parsed.value)) return reject(wanted ?? 'valid JSON');
	const json = encodeJson(parsed.value);
	return json.ok && typeof value === 'string' ? ok(value.trim()) : json;
}
