import { hasRounded, isObject, isRounded, parseJson, textOf } from '../records/json';
import { ok, reject, type Result } from '../result';

const EXACT = 'a number that JavaScript can keep exactly, or text with all its digits';

/**
 * A value as JSON text, because JavaScript would round large numbers. It is converted to the type, because a spreadsheet
 * or an AI agent provides strings. The problem is what the value must be.
 * @param type other types than these are not converted
 */
export function encodeAs(type: string | undefined, value: unknown): Result<string, string> {
	switch (type) {
		case 'null':
			return ok('null');
		case 'string': {
			const json = encodeJson(value ?? '');
			return json.ok ? encodeJson(textOf(value)) : json;
		}
		case 'number':
			return encodeNumber(value);
		case 'boolean': {
			const word = textOf(value).trim().toLowerCase();
			if (word === 'true' || word === '1') return ok('true');
			return word === 'false' || word === '0' ? ok('false') : reject('true or false');
		}
		case 'array':
			return encodeParsed(value, Array.isArray, 'a list, e.g. ["a", "b"]');
		case 'object':
			return encodeParsed(value, isObject, 'an object, e.g. { "a": 1 }');
		case 'json':
			return encodeParsed(value, () => true);
		default:
			return encodeJson(value);
	}
}

/** Rejects values that JSON cannot represent: they would be sent as null, which may clear the field. */
function encodeJson(value: unknown): Result<string, string> {
	const json: string | undefined = JSON.stringify(value);
	if (json === undefined || (json === 'null' && value !== null)) {
		return reject('text, a number, true, false, a list or an object');
	}
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
	const digits = text.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '');
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
