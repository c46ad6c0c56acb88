import { isObject } from '../records/json';

/** One row of Additional Fields. */
export interface NamedField {
	name: string;
	type: 'string' | 'number' | 'boolean' | 'json' | 'null';
	value: unknown;
}

export type Typed = { ok: true; value: unknown } | { ok: false; wanted: string };

const KEPT_EXACTLY = "a number that can be kept exactly: send it with 'Specify Body' set to 'JSON'";

/** The value of one row, in the type that the person has chosen. */
export function typed({ type, value }: Pick<NamedField, 'type' | 'value'>): Typed {
	switch (type) {
		case 'string':
			return { ok: true, value: typeof value === 'object' ? JSON.stringify(value) : String(value) };
		case 'null':
			return { ok: true, value: null };
		case 'number': {
			const number = isDecimal(value) ? Number(value) : Number.NaN;
			if (!Number.isFinite(number)) return { ok: false, wanted: 'a number' };
			return Number.isInteger(number) && !Number.isSafeInteger(number)
				? { ok: false, wanted: KEPT_EXACTLY }
				: { ok: true, value: number };
		}
		case 'boolean': {
			const word = String(value).trim().toLowerCase();
			if (word !== 'true' && word !== 'false') return { ok: false, wanted: 'true or false' };
			return { ok: true, value: word === 'true' };
		}
		case 'json': {
			if (typeof value !== 'string') return { ok: true, value };
			const parsed = parseJson(value);
			if (!parsed.ok) return { ok: false, wanted: `valid JSON: ${parsed.reason}` };
			return losesDigits(value) ? { ok: false, wanted: KEPT_EXACTLY } : parsed;
		}
	}
}

/**
 * A mapped value in the type that the field has in the service's records: a spreadsheet or an AI agent gives
 * texts. Texts, choices and times stay as they are: a choice may be new, and a time may be a day.
 */
export function inType(type: string | undefined, value: unknown): Typed {
	switch (type) {
		case 'number':
			return typed({ type, value });
		case 'boolean':
			if (value === 1 || value === '1') return { ok: true, value: true };
			if (value === 0 || value === '0') return { ok: true, value: false };
			return typed({ type, value });
		case 'array':
			return parsedAs(value, Array.isArray, 'a list, e.g. ["a", "b"]');
		case 'object':
			return parsedAs(value, isObject, 'an object, e.g. { "a": 1 }');
		default:
			return { ok: true, value };
	}
}

function parsedAs(value: unknown, isIt: (value: unknown) => boolean, wanted: string): Typed {
	const parsed = typed({ type: 'json', value });
	if (!parsed.ok)
		return { ok: false, wanted: parsed.wanted === KEPT_EXACTLY ? KEPT_EXACTLY : wanted };
	return isIt(parsed.value) ? parsed : { ok: false, wanted };
}

type ParsedJson = { ok: true; value: unknown } | { ok: false; reason: string };

export function parseJson(text: string): ParsedJson {
	try {
		return { ok: true, value: JSON.parse(text.trim()) };
	} catch (error) {
		return { ok: false, reason: reasonOf(error instanceof Error ? error.message : '', text) };
	}
}

/** Where to look, from what V8 says about it; not every refusal of its has a place. */
function reasonOf(said: string, text: string): string {
	const begin = text.length - text.trimStart().length;
	const position = begin + Number(/position (\d+)/.exec(said)?.[1]);
	if (said.includes('end of JSON') || position >= text.trimEnd().length) return 'it ends too early';
	if (!Number.isNaN(position)) {
		const before = text.slice(0, position).split('\n');
		return `look at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
	}
	const character = /^Unexpected token '([!-~])'/.exec(said)?.[1];
	return character === undefined
		? 'a character in it is out of place'
		: `a "${character}" in it is out of place`;
}

/** As people and spreadsheets write numbers; JavaScript would take a list, a date or `0x10` as well. */
const isDecimal = (value: unknown) =>
	typeof value === 'number' ||
	(typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value));

/** Whether a whole number in valid JSON is too long for JavaScript. */
export function losesDigits(json: string): boolean {
	let loses = false;
	JSON.parse(json, (_, value: unknown) => {
		loses ||= typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
		return value;
	});
	return loses;
}
