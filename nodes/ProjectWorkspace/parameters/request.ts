import type { Operation } from '../catalogue';
import type { ApiRequest } from '../client/types';
import { isInexact, isObject, parseJson } from '../records/json';

/** A value that the person left empty, in any of the forms in which n8n hands it over. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

export interface RequestValues {
	/** ID of the addressed record; only where the path has one. */
	id?: unknown;
	references: ReadonlyArray<{
		sendAs: string;
		displayName: string;
		value: unknown;
		place: 'query' | 'body';
	}>;
	/** What the person sends beside what the catalogue knows. */
	query?: Record<string, string>;
	/** JSON text of an object; only where the endpoint takes a body. */
	body?: string;
}

export type Built = { ok: true; request: ApiRequest } | { ok: false; problem: Problem };

export interface Problem {
	message: string;
	description: string;
}

/** The request of one operation. Pure: the same values always give the same request. */
export function buildRequest(operation: Operation, values: RequestValues): Built {
	let { path } = operation;
	const idLabel = operation.resource.displayName;
	if (operation.hasId) {
		const id = encodeId(values.id, idLabel);
		if (!id.ok) return id;
		path = path.replace('{id}', () => id.encoded);
	}

	const query: Record<string, string> = {};
	let body = operation.endpoint.body ? (values.body ?? '{}') : undefined;
	for (const { sendAs, displayName, value, place } of values.references) {
		if (isEmpty(value)) continue;
		const unfit = unfitId(value, displayName);
		if (unfit) return { ok: false, problem: unfit };
		if (place === 'query') {
			query[sendAs] = String(value);
			continue;
		}
		const added = addField(body ?? '{}', sendAs, value);
		if (added === undefined) return { ok: false, problem: namedTwice(displayName, sendAs) };
		body = added;
	}
	for (const [name, value] of Object.entries(values.query ?? {})) {
		if (Object.hasOwn(query, name)) return { ok: false, problem: setTwice(name) };
		query[name] = value;
	}
	const request = { method: operation.method, path, query, body };
	return { ok: true, request: operation.hasId ? { ...request, idLabel } : request };
}

type EncodedId = { ok: true; encoded: string } | { ok: false; problem: Problem };

/** The type and format of IDs are not documented: any text is an ID, encoded so that it stays one segment of the path. */
function encodeId(id: unknown, displayName: string): EncodedId {
	const problem = (what: string, description: string) =>
		({ ok: false, problem: { message: `'${displayName}' ${what}`, description } }) as const;
	if (isEmpty(id)) {
		return problem('is empty', `Select one from the list, or enter its ID in '${displayName}'.`);
	}
	const unfit = unfitId(id, displayName);
	if (unfit) return { ok: false, problem: unfit };
	const text = String(id);
	// Every URL parser drops these two segments, encoded or not, and the request would go to another address.
	if (text === '.' || text === '..') {
		return problem(`cannot be "${text}"`, `Enter the record's ID in '${displayName}'.`);
	}
	if (!text.isWellFormed()) {
		return problem(
			'contains a character that cannot be sent',
			`Copy the ID in '${displayName}' again.`,
		);
	}
	return { ok: true, encoded: encodeURIComponent(text) };
}

/** Why a value cannot be an ID, wherever it is sent. */
export function unfitId(id: unknown, displayName: string): Problem | undefined {
	if (typeof id === 'object' || typeof id === 'boolean') {
		return {
			message: `'${displayName}' is not an ID`,
			description: `The expression in '${displayName}' must return text or a number.`,
		};
	}
	return isInexact(id)
		? {
				message: `The number in '${displayName}' is too large for JavaScript and may have been rounded`,
				description: `Provide the ID in '${displayName}' as text, with all its digits.`,
			}
		: undefined;
}

/**
 * Adds a field in front of the others, in the text itself, so that what the person wrote stays as it is
 * (a number of twenty digits would not survive parsing). Undefined: the body has another value for it.
 */
function addField(body: string, name: string, value: unknown): string | undefined {
	const parsed = parseJson(body);
	const names = isObject(parsed) ? Object.keys(parsed) : [];
	if (isObject(parsed) && names.includes(name)) {
		// An ID is the same one as a number and as text.
		return isPlain(parsed[name]) && String(parsed[name]) === String(value) ? body : undefined;
	}
	const field = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
	return body.replace('{', () => `{${field}${names.length > 0 ? ',' : ''}`);
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

export const setTwice = (parameter: string): Problem => ({
	message: `The query parameter '${parameter}' is set twice`,
	description:
		"Remove it from 'Query Parameters', or clear the field of this node that already sends it.",
});

const namedTwice = (displayName: string, sendAs: string): Problem => ({
	message: `'${displayName}' and the body set different values for '${sendAs}'`,
	description: `Clear '${displayName}', or remove '${sendAs}' from the body.`,
});
