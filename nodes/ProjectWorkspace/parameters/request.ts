import { UserError } from '../errors';
import { isEmpty } from '../records/value';
import { idParameter, resources, type Operation } from '../resources';
import type { ApiRequest } from '../transport/types';
import { bodyOf, withProject, type Body, type BodyOfItem } from './body';
import { readFields, type FieldNotes } from './fields';
import { readJsonBody } from './jsonBody';
import { queryParameterTwice, type Options } from './options';
import type { ParameterReader } from './reader';
import { idInPath, readId, readLocator } from './resourceLocator';

/** The request of an item, ready to be sent. */
export interface ItemRequest {
	request: ApiRequest;
	/** The ID in the path. */
	id?: string | number;
	/** The body of a request that has one. */
	body?: Body;
	fieldNotes?: FieldNotes;
}

/** @throws UserError */
export function readRequest(
	reader: ParameterReader,
	operation: Operation,
	options: Options,
): ItemRequest {
	const { path, endpoint } = operation;
	// `/projects/{projectId}/members` takes the ID of a project, to list users.
	const inPath = resources.find(({ name }) => path.includes(`{${idParameter(name)}}`));
	const id = inPath && readId(reader, inPath);
	const given = endpoint.body && readBody(reader, options, endpoint.body);

	const item = requestOf(reader, operation, options, { id, body: given?.body });
	const inQuery = 'project_id' in item.request.query ? 'Project' : undefined;
	item.request.idLabel = inPath?.displayName ?? inQuery;
	return { ...item, fieldNotes: given?.fieldNotes };
}

/**
 * A request, and its body, with the project that is set in 'Project' where the endpoint takes one.
 * @throws UserError if no path can have this ID
 */
export function requestOf(
	reader: ParameterReader,
	{ method, path, endpoint }: Operation,
	{ queryParameters }: Options,
	{ id, body: given }: Pick<ItemRequest, 'id' | 'body'>,
): ItemRequest {
	const { projectIn, timeoutMs } = endpoint;
	const project = projectIn && readLocator(reader, idParameter('project'), 'Project');
	let body = given;
	let query = queryParameters;
	if (project !== undefined && body) {
		body = withProject(body, project);
	} else if (project !== undefined) {
		if ('project_id' in query) throw queryParameterTwice('project_id');
		query = { ...query, project_id: String(project) };
	}

	const filled = id === undefined ? path : path.replace(/\{\w+\}/, () => idInPath(id));
	return { request: { method, path: filled, query, body: body?.text, timeoutMs }, id, body };
}

function readBody(
	reader: ParameterReader,
	options: Options,
	need: 'required' | 'optional',
): BodyOfItem {
	const mode = reader.choice('bodyMode', 'Specify Body', ['fields', 'json']);
	const read = mode === 'json' ? readJsonBody(reader) : readFieldsBody(reader, options);
	if (need === 'optional' || !isEmpty(read.body.values)) return read;

	// It would create an empty record, or clear one.
	throw new UserError(
		'No field has a value',
		"Provide a value in 'Fields', 'Additional Fields' or 'JSON Body'. To clear fields, turn on 'Send Empty Values' under 'Options'.",
	);
}

function readFieldsBody(reader: ParameterReader, options: Options): BodyOfItem {
	const { fields, notes } = readFields(reader, options);
	return { body: bodyOf(fields, reader.item.zone), fieldNotes: notes };
}
