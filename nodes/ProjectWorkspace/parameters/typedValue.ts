import { plainName } from '../records/fieldNames';
import { JSON_BOUNDS, parseJson } from '../records/json';
import {
	booleanOf,
	hasNoDate,
	hasRounded,
	isNothing,
	isObject,
	isRounded,
	textOf,
} from '../records/value';
import { dayOf, readAnyTime, readTime, withZone } from '../records/moment';
import { ok, reject, type Result } from '../result';

const EXACT = 'a number that JavaScript can keep exactly, or text with all its digits';

/** What an agent writes instead of leaving an ID empty. */
const NO_ID = /^\s*(null|undefined|none|n\/a)\s*$/i;

export const isNoId = (id: unknown): boolean => typeof id === 'string' && NO_ID.test(id);

/** The value that an agent gives for a field; one with such a name has an ID. */
export const withoutNoId = <T>(field: string, value: T): T | '' =>
	/(^|[_-])id$|[a-z]I[dD]$/.test(field) && isNoId(value) ? '' : value;

/** The types of additional fields, by the names that other programs give them. */
const NAMED_TYPES = {
	boolean: ['boolean', 'bool'],
	date: ['date', 'datetime', 'time'],
	json: ['json', 'object'],
	list: ['list', 'array'],
	null: ['null'],
	number: ['number', 'integer', 'int', 'float'],
	string: ['string', 'text'],
} as const;

/** Without a type, that of the value; undefined if there is no such type. */
export function namedTypeOf(type: unknown, value: unknown): string | undefined {
	const isGiven = !isNothing(type);
	const name = isGiven ? plainName(textOf(type)) : Array.isArray(value) ? 'list' : typeof value;
	const entries = Object.entries<readonly string[]>(NAMED_TYPES);
	const [known] = entries.find(([, names]) => names.includes(name)) ?? [];
	return known ?? (isGiven ? undefined : 'string');
}

/**
 * A value as JSON text, because JavaScript would round large numbers. It is converted to the type, because a spreadsheet
 * or an AI agent provides strings. The problem is what the value must be.
 * @param type other types than these are not converted
 * @param zone that of a time without a time zone
 */
export function encodeAs(
	type: string | undefined,
	value: unknown,
	zone: string,
): Result<string, string> {
	switch (type) {
		case 'null':
			return ok('null');
		case 'string':
			return encodeText(value);
		case 'number':
			return encodeNumber(value);
		case 'boolean': {
			const truth = booleanOf(value);
			return truth === undefined ? reject('true or false') : ok(String(truth));
		}
		case 'date':
		case 'dateTime':
			return encodeTime(value, zone);
		case 'array':
		case 'list':
			return encodeList(value);
		case 'object':
			return encodeParsed(value, isObject, 'an object, e.g. { "a": 1 }');
		case 'json':
			return encodeParsed(value, () => true);
		default:
			return encodeJson(value);
	}
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

/** Parses JSON from a person; the problem is the reason from JavaScript, with the position. */
export function readJson(text: string): Result<unknown, string> {
	try {
		// Its message has the position.
		JSON.parse(text.trim());
		return ok(parseJson(text.trim()));
	} catch (error) {
		const { message } = error as SyntaxError;
		return reject(message.replace(/ is not valid JSON$/, ''));
	}
}
