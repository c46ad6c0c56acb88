import { UserError } from '../errors';
import { isObject, isRounded } from '../records/value';
import { idParameter, type Operation, type Resource } from '../resources';
import type { ApiRequest } from '../transport/types';
import { bodyOf, withField, type Body, type BodyOfItem } from './body';
import { readFields, type FieldNotes } from './fields';
import { readJsonBody } from './jsonBody';
import { queryParameterTwice, type Options } from './options';
import { cannotBeRead, isNotSet, readChoice, type ParameterReader } from './reader';

/** What an item asks for, ready to be sent. */
export interface ItemRequest {
	request: ApiRequest;
	/** The ID in the path. */
	id?: string | number;
	/** What is sent, of a request with a body. */
	body?: Body;
	fieldNotes: FieldNotes;
}

/** @throws UserError */
export function readRequest(
	reader: ParameterReader,
	operation: Operation,
	options: Options,
): ItemRequest {
	const { path, resource, endpoint } = operation;
	const id = path.includes('{') ? readId(reader, resource) : undefined;
	const bodyOfItem = endpoint.body && readItemBody(reader, options, endpoint.body);

	const content = { query: options.queryParameters, body: bodyOfItem?.body };
	const sent = withProject(reader, operation, content);
	const request = requestOf(operation, sent, id);
	if (id !== undefined) request.idLabel = resource.displayName;
	else if (Object.hasOwn(request.query, 'project_id')) request.idLabel = 'Project';

	const fieldNotes = bodyOfItem?.fieldNotes ?? { omitted: [], empty: [] };
	return { request, id, body: sent.body, fieldNotes };
}

/** What a request sends beside the ID in its path. */
export interface Content {
	query: Readonly<Record<string, string>>;
	body?: Body;
}

/** Adds the ID of the project that is set in 'Project', where the endpoint takes one. */
export function withProject(
	reader: ParameterReader,
	{ endpoint }: Operation,
	content: Content,
): Content {
	const label = 'Project';
	const { projectIn } = endpoint;
	const id = projectIn && readLocator(reader, idParameter('project'), label);
	if (id === undefined) return content;

	const { query, body } = content;
	if (body && projectIn === 'body') {
		return { query, body: withField(body, 'project_id', id, label) };
	}
	if (Object.hasOwn(query, 'project_id')) throw queryParameterTwice('project_id');
	return { query: { ...query, project_id: String(id) }, body };
}

/** @param id of the record in the path */
export function requestOf(
	{ method, path, endpoint }: Operation,
	{ query, body }: Content,
	id?: string | number,
): ApiRequest {
	return {
		method,
		path: path.replace(/\{\w+\}/, () => encodeURIComponent(String(id))),
		query,
		body: body?.text,
		timeoutMs: endpoint.timeoutMs,
	};
}

/** The ID of the record that an operation is about. */
export function readId(reader: ParameterReader, resource: Resource): string | number {
	const label = resource.displayName;
	const id = readLocator(reader, idParameter(resource.name), label);
	const advice = `Select one from the list, or enter its ID in '${label}'.`;

	// URL parsers remove these segments, encoded or not, and the request would go to another address.
	if (id === '.' || id === '..') throw new UserError(`'${label}' cannot be "${id}"`, advice);
	if (id === undefined) throw new UserError(`'${label}' is empty`, advice);
	return id;
}

/**
 * The ID in a resource locator.
 * @returns undefined if it is not set
 */
export function readLocator(
	reader: ParameterReader,
	parameter: string,
	label: string,
): string | number | undefined {
	const locator = reader.get(parameter, '');
	const id = isObject(locator) ? locator.value : locator;
	if (isNotSet(reader, id, label, parameter, 'value')) return undefined;

	// Copied IDs may have spaces or a line break around them.
	if (typeof id === 'string') return id.trim();
	if (typeof id !== 'number') throw cannotBeRead(label);
	if (isRounded(id)) {
		throw new UserError(
			`'${label}' must be an exact number`,
			`JavaScript has rounded the ID in '${label}'. Provide it as text with all its digits.`,
		);
	}
	return id;
}

function readItemBody(
	reader: ParameterReader,
	options: Options,
	need: 'required' | 'optional',
): BodyOfItem {
	const mode = readChoice(reader, 'bodyMode', 'Specify Body', ['fields', 'json']);
	const bodyOfItem = mode === 'json' ? readJsonBody(reader) : readFieldsBody(reader, options);
	if (need === 'required') requireValue(bodyOfItem.body);
	return bodyOfItem;
}

function readFieldsBody(reader: ParameterReader, options: Options): BodyOfItem {
	const { fields, notes } = readFields(reader, options);
	return { body: bodyOf(fields, reader.zone), fieldNotes: notes };
}

/** A request without a value would create an empty record, or clear one. */
function requireValue({ values }: Body): void {
	if (Object.keys(values).length > 0) return;
	throw new UserError(
		'No field has a value',
		"Provide a value in 'Fields', 'Additional Fields' or 'JSON Body'. To clear fields, turn on 'Send Empty Values' under 'Options'.",
	);
}
