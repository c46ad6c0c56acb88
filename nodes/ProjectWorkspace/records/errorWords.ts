import { ERROR_FIELDS, isBlank, MESSAGE_FIELDS, names, saysSuccess } from './envelopeFields';
import { plainName } from './fieldNames';
import { isObject, type JsonObject } from './json';

/** What a service says about an error. */
export interface ServiceError {
	code?: string;
	message?: string;
}

const MESSAGES = [...MESSAGE_FIELDS, ...names('detail|details|description|reason|title|text|info')];
const CODES = names(
	'code|errorcode|errcode|errno|faultcode|ret|retcode|returncode|resultcode|statuscode',
);

/** n8n's panel shows the beginning of a long message. */
const LONGEST = 500;

/** The code and the message of an error: in an `error` object as documented (specification, part 7), or else next to it. */
export function readServiceError(body: JsonObject, levels = 4): ServiceError {
	const errors = Object.entries(body)
		.filter(([field, value]) => ERROR_FIELDS.has(plainName(field)) && isMeaningful(value))
		.map(([, value]) => value);
	const inside = errors.find((error) => typeof error === 'object');
	const said = levels > 0 ? wordsOf(inside, levels - 1) : {};
	const text = asText(errors.find((error) => typeof error === 'string'));
	// A problem document has a title for the kind and a detail for the case (RFC 9457).
	const [title, detail] = [textAt(body, ['title']), textAt(body, ['detail'])];
	const next = title && detail ? `${title}: ${detail}` : textAt(body, MESSAGES);
	const message = said.message ?? next ?? text;
	// `{"error": "not_found", "message": "…"}`
	const code = text === message && /\s/.test(text ?? '') ? undefined : text;
	return { code: said.code ?? textAt(body, CODES) ?? code, message };
}

function wordsOf(error: unknown, levels: number): ServiceError {
	if (Array.isArray(error))
		return wordsOf(
			error.find((each) => isMeaningful(each)),
			levels,
		);
	if (!isObject(error)) return { message: asText(error) };
	const said = readServiceError(error, levels);
	const code = said.code ?? textAt(error, ['type', 'name', 'status']);
	// `{"email": ["is taken"]}`
	const [field, list] =
		Object.entries(error).find(([, value]) => Array.isArray(value) && isMeaningful(value)) ?? [];
	const ofField = field && `${field}: ${wordsOf(list, levels).message}`;
	return { code, message: said.message ?? ofField ?? code };
}

/** Whether a value is anything but empty, `false`, a word for none, or a success code; checks a few levels. */
export function isMeaningful(value: unknown, levels = 4): boolean {
	if (typeof value === 'object' && value !== null) {
		return levels > 0 && Object.values(value).some((each) => isMeaningful(each, levels - 1));
	}
	const isNone = /^(none|null|nil|undefined|no|n\/?a|-|false|no ?errors?)$/i.test(String(value));
	return value === true || !(isBlank(value) || isNone || saysSuccess(value));
}

/** The first string or number among these fields, at most 500 characters. */
function textAt(object: JsonObject, fields: readonly string[]): string | undefined {
	const plain = new Map(Object.entries(object).map(([field, value]) => [plainName(field), value]));
	return fields.map((name) => asText(plain.get(name))).find((text) => text !== undefined);
}

const asText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number'
		? String(value).trim().slice(0, LONGEST) || undefined
		: undefined;
