import type { Endpoint, Operation, OptionalReference } from '../catalogue';
import { resourceNamed } from '../catalogue';
import type { ApiRequest } from '../client/types';
import { isRounded, isObject, parseJson, type JsonObject } from '../records/json';
import { all, ok, reject, type Problem, type Result } from '../result';
import { readBody } from './body';
import { messages } from './messages';
import { additionalQuery, type Options } from './readOptions';
import { isEmpty, type ParameterReader } from './reader';

/** The values of one item that are sent. */
export interface RequestValues {
	/** IDs of the records in the path, by parameter name. */
	ids?: Readonly<Record<string, unknown>>;
	references: readonly PlacedReference[];
	/** Query parameters that are not in the catalogue. */
	query?: Readonly<Record<string, string>>;
	/** JSON text of an object; only where the endpoint takes a body. */
	body?: string;
}

/** A reference with its value, and with its place in the request. */
export interface PlacedReference extends Pick<OptionalReference, 'sendAs' | 'displayName'> {
	value: unknown;
	place: 'query' | 'body';
}

/** Reads the parameters of one item; `omittedFields` are input fields that the service sets itself. */
export function readValues(
	read: ParameterReader,
	{ endpoint, pathReferences }: Operation,
	options: Options,
	item: number,
): Result<RequestValues & { omittedFields: string[] }> {
	const given = all({
		query: additionalQuery(options),
		body: endpoint.body ? readBody(read, options, item) : ok(undefined),
	});
	if (!given.ok) return given;
	const { query, body } = given.value;
	const ids = pathReferences.map(({ parameter }) => [parameter, read.locator(parameter, item)]);
	return ok({
		ids: Object.fromEntries(ids),
		references: readReferences(read, endpoint, options, item),
		query,
		body: body?.text,
		omittedFields: body?.omittedFields ?? [],
	});
}

/** The optional references of an endpoint, with their values. */
export const readReferences = (
	read: ParameterReader,
	{ references = [] }: Pick<Endpoint, 'references'>,
	options: Options,
	item: number,
): PlacedReference[] =>
	references.map(
		(reference): PlacedReference => ({
			...reference,
			value: read.locator(reference.parameter, item),
			place: reference.sendIn === 'query' ? 'query' : (options.projectIdPlacement ?? 'body'),
		}),
	);

/** The request of one operation. Pure: the same values always give the same request. */
export function buildRequest(
	{ method, path, endpoint, pathReferences }: Operation,
	values: RequestValues,
): Result<ApiRequest> {
	let [encodedPath, idLabel, body] = [path, '', endpoint.body && (values.body ?? '{}')];
	for (const { parameter, resource } of pathReferences) {
		idLabel = resourceNamed(resource).displayName;
		const id = encodeId(values.ids?.[parameter], idLabel);
		if (!id.ok) return id;
		encodedPath = encodedPath.replace(`{${parameter}}`, () => id.value);
	}
	const query: Record<string, string> = {};
	for (const { sendAs, displayName, value, place } of values.references) {
		if (isEmpty(value)) continue;
		const problem = idProblem(value, displayName);
		if (problem) return reject(problem);
		if (!String(value).isWellFormed()) return reject(messages.idCharacter(displayName));
		if (place === 'query') {
			query[sendAs] = String(value);
			continue;
		}
		body = addField(body ?? '{}', sendAs, value);
		if (body === undefined) return reject(messages.idTwice(displayName, sendAs));
	}
	for (const [name, value] of Object.entries(values.query ?? {})) {
		if (Object.hasOwn(query, name)) return reject(messages.queryTwice(name));
		query[name] = value;
	}
	return ok({ method, path: encodedPath, query, body, ...(idLabel === '' ? {} : { idLabel }) });
}

/** The type and format of IDs are not documented, so any text is accepted, and encoded as one segment of the path. */
function encodeId(id: unknown, label: string): Result<string> {
	if (isEmpty(id)) return reject(messages.idEmpty(label));
	const problem = idProblem(id, label);
	if (problem) return reject(problem);
	const text = String(id);
	// URL parsers remove these two segments, encoded or not, and the request would go to another URL.
	if (text === '.' || text === '..') return reject(messages.idDots(label, text));
	if (!text.isWellFormed()) return reject(messages.idCharacter(label));
	return ok(encodeURIComponent(text));
}

/** Why a value cannot be an ID. */
function idProblem(id: unknown, label: string): Problem | undefined {
	if (typeof id === 'object' || typeof id === 'boolean' || Number.isNaN(id)) {
		return messages.idNoText(label);
	}
	return isRounded(id) ? messages.idRounded(label) : undefined;
}

/** The fields of a body. */
export function fieldsIn(body = '{}'): JsonObject {
	const fields = parseJson(body);
	return isObject(fields) ? fields : {};
}

/**
 * Adds a field to the JSON text, in front of the others, so that the text of the person stays as it is.
 * @returns undefined if the body has another value for the field
 */
function addField(body: string, name: string, value: unknown): string | undefined {
	const fields = Object.entries(fieldsIn(body));
	const own = fields.find(([field]) => field === name);
	// An ID may be a number or a string.
	if (own) return typeof own[1] !== 'object' && String(own[1]) === String(value) ? body : undefined;
	const field = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
	return body.replace('{', () => `{${field}${fields.length > 0 ? ',' : ''}`);
}
