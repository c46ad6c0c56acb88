import { isObject, type JsonObject } from '../records/json';

export interface ErrorAnswer {
	code?: string;
	words: string;
}

/**
 * An error that came with a success status. The specification's form is `error.code` and
 * `error.message`; `{ok: false, error: '…'}` (Slack) and `{errors: […]}` (GraphQL) are kin.
 * An `errors` beside real data is a partial success to some and is left alone.
 */
export function readErrorAnswer(body: JsonObject): ErrorAnswer | undefined {
	const { error, errors } = body;
	if (isObject(error) && Object.values(error).some(saysSomething)) return describe(error);
	const failed = body.ok === false || body.success === false;
	if (typeof error === 'string' && error !== '') {
		return { code: error, words: text(body.message) ?? text(body.error_description) ?? error };
	}
	if (Array.isArray(errors) && errors.length > 0 && (failed || onlyErrors(body))) {
		const [first] = errors as readonly unknown[];
		return isObject(first) ? describe(first) : { words: String(first) };
	}
	if (failed) return { words: text(body.message) ?? 'the answer says that it did not succeed' };
	return undefined;
}

function onlyErrors(body: JsonObject): boolean {
	return Object.entries(body).every(
		([key, value]) => key === 'errors' || !saysSomething(value) || typeof value !== 'object',
	);
}

function describe(error: JsonObject): ErrorAnswer {
	const code = text(error.code) ?? text(error.type) ?? text(error.status);
	const words = text(error.message) ?? text(error.detail) ?? text(error.title) ?? code;
	return { code, words: words ?? JSON.stringify(error).slice(0, 300) };
}

function text(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function saysSomething(value: unknown): boolean {
	return value !== null && value !== undefined && value !== '' && value !== 0 && value !== false;
}
