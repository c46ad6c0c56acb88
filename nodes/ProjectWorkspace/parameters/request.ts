import { UserError } from '../errors';
import { isObject, isRounded } from '../records/value';
import {
	idParameter,
	type Endpoint,
	type Operation,
	type Reference,
	type Resource,
} from '../resources';
import type { ApiRequest, ListSettings } from '../transport/types';
import { bodyOf, withField, type Body } from './body';
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

/**
 * @param lists settings of the credential, one of which says where the ID of a project is sent
 * @throws UserError
 */
export function readRequest(
	reader: ParameterReader,
	operation: Operation,
	options: Options,
	lists: Pick<ListSettings, 'projectIdPlacement'>,
): ItemRequest {
	const { method, endpoint } = operation;
	const { path, id, label } = readPath(reader, operation);
	const { body, fieldNotes } = readBody(reader, options, endpoint);

	const unplaced = { body, query: options.queryParameters };
	const placed = placeReferences(reader, endpoint.references ?? [], unplaced, lists);
	const request: ApiRequest = {
		method,
		path,
		query: placed.query,
		body: placed.body?.text,
		timeoutMs: endpoint.timeoutMs,
		idLabel: label,
	};
	return { request, id, body: placed.body, fieldNotes };
}

interface PathOfItem {
	path: string;
	id?: string | number;
	/** The label of the parameter with the ID. */
	label?: string;
}

/** The path of a request, which has the ID of at most one record: `/tasks/{taskId}`. */
function readPath(reader: ParameterReader, { path, resource }: Operation): PathOfItem {
	const placeholder = `{${idParameter(resource.value)}}`;
	if (!path.includes(placeholder)) return { path };

	const id = readId(reader, resource);
	const label = resource.displayName;
	return { path: path.replace(placeholder, () => encodedId(id, label)), id, label };
}

/** The ID of the record that an operation is about. */
export function readId(reader: ParameterReader, resource: Resource): string | number {
	const label = resource.displayName;
	const id = readLocator(reader, idParameter(resource.value), label);
	if (id !== undefined) return id;
	throw new UserError(
		`'${label}' is empty`,
		`Select one from the list, or enter its ID in '${label}'.`,
	);
}

/** URL parsers remove the segments `.` and `..`, encoded or not, and the request would go to another address. */
function encodedId(id: string | number, label: string): string {
	if (id === '.' || id === '..') throw cannotBeRead(label);
	return encodeURIComponent(id);
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
	const given = reader.get(parameter, '');
	const id = isObject(given) ? given.value : given;
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

interface Placed {
	body: Body | undefined;
	query: Readonly<Record<string, string>>;
}

/** Adds the IDs that are not in the path to the body or to the query parameters. */
function placeReferences(
	reader: ParameterReader,
	references: readonly Reference[],
	request: Placed,
	{ projectIdPlacement }: Pick<ListSettings, 'projectIdPlacement'>,
): Placed {
	let { body } = request;
	const query = new Map(Object.entries(request.query));

	for (const { parameter, displayName, sendAs, sendIn } of references) {
		const id = readLocator(reader, parameter, displayName);
		if (id === undefined) continue;

		if (body && sendIn === 'bodyOrQuery' && projectIdPlacement === 'body') {
			body = withField(body, sendAs, id, displayName);
			continue;
		}
		if (query.has(sendAs)) throw queryParameterTwice(sendAs);
		query.set(sendAs, String(id));
	}
	return { body, query: Object.fromEntries(query) };
}

function readBody(reader: ParameterReader, options: Options, endpoint: Endpoint): BodyOfItem {
	if (!endpoint.body) return { body: undefined, fieldNotes: NO_NOTES };

	const mode = readChoice(reader, 'bodyMode', 'Specify Body', ['fields', 'json']);
	const { body, fieldNotes } =
		mode === 'json' ? readJsonBody(reader) : readFieldsBody(reader, options);
	if (endpoint.body === 'required') requireValue(body);
	return { body, fieldNotes };
}

interface BodyOfItem {
	/** Undefined for a request without one. */
	body: Body | undefined;
	fieldNotes: FieldNotes;
}

const NO_NOTES: FieldNotes = { omitted: [], empty: [] };

function readFieldsBody(
	reader: ParameterReader,
	options: Options,
): { body: Body; fieldNotes: FieldNotes } {
	const { fields, notes } = readFields(reader, options);
	return { body: bodyOf(fields, reader.zone), fieldNotes: notes };
}

/** A request without a value would create an empty record, or clear one. */
export function requireValue({ values }: Body): void {
	if (Object.keys(values).length > 0) return;
	throw new UserError(
		'No field has a value',
		"Provide a value in 'Fields', 'Additional Fields' or 'JSON Body'. To clear fields, turn on 'Send Empty Values' under 'Options'.",
	);
}
