import { hasInexact, isInexact, isObject, parseJson } from '../records/json';

/** One row of Additional Fields. */
export interface NamedField {
	name: string;
	type: 'string' | 'number' | 'boolean' | 'json' | 'null';
	value: unknown;
}

/** A field as it was when the person mapped it. */
export interface MappedField {
	type?: string;
	/** Where it is chosen from a list. */
	options?: ReadonlyArray<{ value: unknown }>;
}

/** `json`: the value as it is sent. `wanted`: what it must be, to go into a sentence. */
export type Typed = { ok: true; json: string } | { ok: false; wanted: string };

const EXACT = 'a number that JavaScript can keep exactly, or text with all its digits';

const A_VALUE = 'text, a number, true, false, a list or an object';

/** The value of one row, in the type that the person has chosen. */
export function typed({ type, value }: Pick<NamedField, 'type' | 'value'>): Typed {
	switch (type) {
		case 'string':
			return isInexact(value)
				? { ok: false, wanted: EXACT }
				: written(typeof value === 'object' ? JSON.stringify(value) : String(value));
		case 'null':
			return { ok: true, json: 'null' };
		case 'number':
			return numberFrom(value);
		case 'boolean': {
			const word = String(value).trim().toLowerCase();
			return word === 'true' || word === 'false'
				? { ok: true, json: word }
				: { ok: false, wanted: 'true or false' };
		}
		case 'json': {
			if (typeof value !== 'string') return written(value);
			const parsed = readJson(value);
			if (!parsed.ok) return { ok: false, wanted: `valid JSON: ${parsed.reason}` };
			return hasInexact(parsed.value)
				? { ok: false, wanted: EXACT }
				: { ok: true, json: value.trim() };
		}
	}
}

/**
 * A mapped value in the type that the field has in the service's records: a spreadsheet or an AI agent gives
 * texts. Texts, choices and times stay as they are: a choice may be new, and a time may be a day.
 */
export function inType({ type, options = [] }: MappedField, value: unknown): Typed {
	switch (type) {
		case 'number':
			return typed({ type, value });
		case 'boolean':
			if (value === 1 || value === '1') return { ok: true, json: 'true' };
			if (value === 0 || value === '0') return { ok: true, json: 'false' };
			return typed({ type, value });
		case 'array':
			return parsedAs(value, Array.isArray, 'a list, e.g. ["a", "b"]');
		case 'object':
			return parsedAs(value, isObject, 'an object, e.g. { "a": 1 }');
		default: {
			// The ID of a project may be a number, and an expression gives its text.
			const option = options.find((each) => String(each.value) === String(value));
			return written(option ? option.value : value);
		}
	}
}

/** A value that JSON has no form for would be sent as null, and clear the field. */
function written(value: unknown): Typed {
	const json: string | undefined = JSON.stringify(value);
	if (json === undefined || (json === 'null' && value !== null)) {
		return { ok: false, wanted: A_VALUE };
	}
	return hasInexact(value) ? { ok: false, wanted: EXACT } : { ok: true, json };
}

/** As people and spreadsheets write numbers; JavaScript would take a list, a date or `0x10` as well. */
function numberFrom(value: unknown): Typed {
	const [, sign, digits] =
		/^\s*([+-]?)(\d+)\s*$/.exec(typeof value === 'string' ? value : '') ?? [];
	if (digits !== undefined) {
		const whole = BigInt(digits);
		return { ok: true, json: sign === '-' && whole > 0n ? `-${whole}` : String(whole) };
	}
	const isDecimal =
		typeof value === 'number' ||
		(typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value));
	const number = isDecimal ? Number(value) : Number.NaN;
	if (!Number.isFinite(number)) return { ok: false, wanted: 'a number' };
	return isInexact(number)
		? { ok: false, wanted: EXACT }
		: { ok: true, json: JSON.stringify(number) };
}

function parsedAs(value: unknown, isIt: (value: unknown) => boolean, wanted: string): Typed {
	const parsed = typed({ type: 'json', value });
	if (!parsed.ok) return { ok: false, wanted: parsed.wanted === EXACT ? EXACT : wanted };
	return isIt(parseJson(parsed.json)) ? parsed : { ok: false, wanted };
}

type ParsedJson = { ok: true; value: unknown } | { ok: false; reason: string };

/** Reads JSON that a person wrote; `reason` says where to look. */
export function readJson(text: string): ParsedJson {
	try {
		return { ok: true, value: parseJson(text.trim()) };
	} catch {
		return { ok: false, reason: reasonOf(text) };
	}
}

/** Where to look, from what V8 says about it; not every refusal of its has a place. */
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
