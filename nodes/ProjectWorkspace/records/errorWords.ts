import { CODE_FIELDS, ERROR_FIELDS, MESSAGE_FIELDS, saysSuccess } from './envelopeFields';
import { namesIn, plainName } from './fieldNames';
import { isObject, type JsonObject } from './json';
import { someValue } from './value';

export interface ServiceError {
	code?: string;
	message?: string;
}

const MESSAGES = [
	...MESSAGE_FIELDS,
	...namesIn('detail|details|description|reason|title|text|info'),
];

/** n8n's panel shows the beginning of a long message. */
const LONGEST = 500;

/** The code and the message of an error: in `error` as documented (specification, part 7), next to it, or a string. */
export function readServiceError(body: unknown): ServiceError {
	if (!isObject(body)) return wordsIn(body);
	const errors = Object.entries(body)
		.filter(([field, value]) => ERROR_FIELDS.has(plainName(field)) && isMeaningful(value))
		.map(([, value]) => value);
	const inside = wordsIn(errors.find((error) => typeof error === 'object'));
	const text = asText(errors.find((error) => typeof error === 'string'));
	const message = inside.message ?? messageIn(body) ?? text ?? inside.code;
	// `{"error": "not_found", "message": "…"}`
	const code = text === message && /\s/.test(text ?? '') ? undefined : text;
	return { code: inside.code ?? textAt(body, CODE_FIELDS) ?? code, message };
}

/** An error object's own words, or those of its first field that says something: `{"email": ["is taken"]}` */
function wordsIn(error: unknown): ServiceError {
	if (Array.isArray(error)) return wordsIn(error.find(isMeaningful));
	if (!isObject(error)) return { message: asText(error) };
	const code = textAt(error, [...CODE_FIELDS, ...namesIn('type|name|status')]);
	const own = messageIn(error);
	const [field, value] = Object.entries(error).find(([, each]) => isMeaningful(each)) ?? [];
	if (own !== undefined || code !== undefined || !field) return { code, message: own };
	const inner = wordsIn(value);
	const isNamed = !ERROR_FIELDS.has(plainName(field)) && !isObject(value);
	return isNamed ? { message: `${field}: ${inner.message ?? String(value)}` } : inner;
}

/** Whether a value is anything but empty, `false`, a word for none, or a success code; checks a few levels. */
export const isMeaningful = (value: unknown): boolean => someValue(value, saysSomething, false);

function saysSomething(value: unknown): boolean {
	const isNone = /^(none|null|nil|undefined|no|n\/?a|-|false|no ?errors?)?$/i.test(
		String(value).trim(),
	);
	return value === true || !(isNone || saysSuccess(value));
}

function messageIn(object: JsonObject): string | undefined {
	// A problem document has a title for the kind and a detail for the case (RFC 9457).
	const [title, detail] = [textAt(object, ['title']), textAt(object, ['detail'])];
	return title && detail ? `${title}: ${detail}` : textAt(object, MESSAGES);
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
