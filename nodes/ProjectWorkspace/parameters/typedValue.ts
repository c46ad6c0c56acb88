import { hasRounded, isRounded, isObject, parseJson } from '../records/json';
import { ok, reject, type Result } from '../result';

/** One row of Additional Fields. */
export interface NamedField {
	name: string;
	type: 'string' | 'number' | 'boolean' | 'json' | 'null';
	value: unknown;
}

/** A field as it was when the person mapped it. */
export interface MappedField {
	type?: string;
	/** If the value is selected from a list. */
	options?: ReadonlyArray<{ value: unknown }>;
}

const EXACT = 'a number that JavaScript can keep exactly, or text with all its digits';

const A_VALUE = 'text, a number, true, false, a list or an object';

/** The value of one row as JSON text, in the type that the person has chosen. The problem is what it must be. */
export function encodeAs({
	type,
	value,
}: Pick<NamedField, 'type' | 'value'>): Result<string, string> {
	switch (type) {
		case 'string':
			return isRounded(value)
				? reject(EXACT)
				: encodeJson(typeof value === 'object' ? JSON.stringify(value) : String(value));
		case 'null':
			return ok('null');
		case 'number':
			return numberFrom(value);
		case 'boolean': {
			const word = String(value).trim().toLowerCase();
			return word === 'true' || word === 'false' ? ok(word) : reject('true or false');
		}
		case 'json': {
			if (typeof value !== 'string') return encodeJson(value);
			const parsed = readJson(value);
			if (!parsed.ok) return reject(`valid JSON: ${parsed.problem}`);
			return hasRounded(parsed.value) ? reject(EXACT) : ok(value.trim());
		}
	}
}

/**
 * Converts a mapped value to the type that the field has in the service's records, because a spreadsheet or an AI agent
 * provides strings. Strings, choices and times are not converted: a choice may be new, and a time may be a day.
 */
export function encodeMapped(
	{ type, options = [] }: MappedField,
	value: unknown,
): Result<string, string> {
	switch (type) {
		case 'number':
			return encodeAs({ type, value });
		case 'boolean':
			if (value === 1 || value === '1') return ok('true');
			if (value === 0 || value === '0') return ok('false');
			return encodeAs({ type, value });
		case 'array':
			return parsedAs(value, Array.isArray, 'a list, e.g. ["a", "b"]');
		case 'object':
			return parsedAs(value, isObject, 'an object, e.g. { "a": 1 }');
		default: {
			// The ID of a project may be a number, and an expression may return it as a string.
			const option = options.find((each) => String(each.value) === String(value));
			return encodeJson(option ? option.value : value);
		}
	}
}

/** Rejects values that JSON cannot represent: they would be sent as null, which may clear the field. */
function encodeJson(value: unknown): Result<string, string> {
	const json: string | undefined = JSON.stringify(value);
	if (json === undefined || (json === 'null' && value !== null)) {
		return reject(A_VALUE);
	}
	return hasRounded(value) ? reject(EXACT) : ok(json);
}

/** Numbers as people and spreadsheets write them; JavaScript would also accept a list, a date or `0x10`. */
function numberFrom(value: unknown): Result<string, string> {
	const [, sign, digits] =
		/^\s*([+-]?)(\d+)\s*$/.exec(typeof value === 'string' ? value : '') ?? [];
	if (digits !== undefined) {
		const whole = BigInt(digits);
		return ok(sign === '-' && whole > 0n ? `-${whole}` : String(whole));
	}
	const isDecimal =
		typeof value === 'number' ||
		(typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value));
	const number = isDecimal ? Number(value) : Number.NaN;
	if (!Number.isFinite(number)) return reject('a number');
	return isRounded(number) ? reject(EXACT) : ok(JSON.stringify(number));
}

function parsedAs(
	value: unknown,
	isIt: (value: unknown) => boolean,
	wanted: string,
): Result<string, string> {
	const parsed = encodeAs({ type: 'json', value });
	if (!parsed.ok) return reject(parsed.problem === EXACT ? EXACT : wanted);
	return isIt(parseJson(parsed.value)) ? parsed : reject(wanted);
}

/** Parses JSON from a person; the problem says where it is wrong. */
export function readJson(text: string): Result<unknown, string> {
	try {
		return ok(parseJson(text.trim()));
	} catch {
		return reject(reasonOf(text));
	}
}

/** The position from V8's message, if it names one. */
function reasonOf(text: string): string {
	let said = '';
	try {
		JSON.parse(text.trim());
	} catch (error) {
		said = error instanceof Error ? error.message : '';
	}
	const begin = text.length - text.trimStart().length;
	const position = begin + Number(/position (\d+)/.exec(said)?.[1]);
	if (said.includes('end of JSON') || position >= text.trimEnd().length)
		return 'its end is missing';
	if (!Number.isNaN(position)) {
		const before = text.slice(0, position).split('\n');
		return `check line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
	}
	const character = /^Unexpected token '([!-~])'/.exec(said)?.[1];
	return character === undefined
		? 'it contains an unexpected character'
		: `it contains an unexpected "${character}"`;
}
