import type { Operation } from '../catalogue';
import type { ApiRequest } from '../client/types';

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
		return problem('is empty', `Pick one from the list or enter its ID under '${displayName}'.`);
	}
	if (typeof id === 'object' || typeof id === 'boolean') {
		return problem(
			'is not an ID',
			`The expression under '${displayName}' has to yield a text or a number.`,
		);
	}
	const text = String(id);
	// Every URL parser drops these two segments, encoded or not, and the request would go to another address.
	if (text === '.' || text === '..') {
		return problem(`cannot be "${text}"`, `Enter the record's ID under '${displayName}'.`);
	}
	if (!text.isWellFormed()) {
		return problem(
			'holds a character that cannot be sent',
			`Copy the ID in '${displayName}' again.`,
		);
	}
	return { ok: true, encoded: encodeURIComponent(text) };
}

/**
 * Adds a field in front of the others, in the text itself, so that what the person wrote stays as it is
 * (a number of twenty digits would not survive parsing). Undefined: the body has another value for it.
 */
function addField(body: string, name: string, value: unknown): string | undefined {
	const parsed: Record<string, unknown> = JSON.parse(body);
	if (Object.hasOwn(parsed, name)) {
		return JSON.stringify(parsed[name]) === JSON.stringify(value) ? body : undefined;
	}
	const field = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
	return body.replace('{', () => `{${field}${Object.keys(parsed).length > 0 ? ',' : ''}`);
}

export const setTwice = (parameter: string): Problem => ({
	message: `The query parameter '${parameter}' is set twice`,
	description:
		"Remove it from 'Query Parameters', or empty the parameter of the node that sends it already.",
});

const namedTwice = (displayName: string, sendAs: string): Problem => ({
	message: `'${displayName}' and the body give two different values for '${sendAs}'`,
	description: `Empty '${displayName}', or take '${sendAs}' out of the body.`,
});
