import { UserError } from '../errors';
import { isEmpty } from '../records/value';
import { idParameter, resources, type Endpoint, type Operation, type Resource } from '../resources';
import type { ApiRequest } from '../transport/types';
import { bodyOf, withField, type Body, type BodyOfItem } from './body';
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
	fieldNotes: FieldNotes;
}

/** @throws UserError */
export function readRequest(
	reader: ParameterReader,
	operation: Operation,
	options: Options,
): ItemRequest {
	const { endpoint } = operation;
	const inPath = resourceInPath(operation);
	const id = inPath && readId(reader, inPath);
	const bodyOfItem = endpoint.body && readBody(reader, options, endpoint.body);

	const content = { query: options.queryParameters, body: bodyOfItem?.body };
	const { request, body } = requestOf(reader, operation, content, id);
	const inQuery = Object.hasOwn(request.query, 'project_id') ? 'Project' : undefined;
	const idLabel = inPath?.displayName ?? inQuery;

	return { request: { ...request, idLabel }, id, body, fieldNotes: bodyOfItem?.fieldNotes ?? {} };
}

/** The resource whose ID is in the path: `/projects/{projectId}/members` takes that of a project, to list users. */
const resourceInPath = ({ path }: Operation): Resource | undefined =>
	resources.find(({ name }) => path.includes(`{${idParameter(name)}}`));

/** The content of a request, apart from the IDs of its record and its project. */
interface Content {
	query: Readonly<Record<string, string>>;
	body?: Body;
}

/**
 * A request, and its body with the ID of the project.
 * @param id of the record in the path
 * @throws UserError if no path can have this ID
 */
export function requestOf(
	reader: ParameterReader,
	{ method, path, endpoint }: Operation,
	content: Content,
	id?: string | number,
): Pick<ItemRequest, 'request' | 'body'> {
	const { query, body } = withProject(reader, endpoint, content);
	const request = {
		method,
		path: id === undefined ? path : path.replace(/\{\w+\}/, () => idInPath(id)),
		query,
		body: body?.text,
		timeoutMs: endpoint.timeoutMs,
	};
	return { request, body };
}

/** Adds the ID of the project that is set in 'Project', where the endpoint takes one. */
function withProject(
	reader: ParameterReader,
	{ projectIn }: Endpoint,
	{ query, body }: Content,
): Content {
	const label = 'Project';
	const id = projectIn && readLocator(reader, idParameter('project'), label);
	if (id === undefined) return { query, body };

	if (body && projectIn === 'body') {
		return { query, body: withField(body, 'project_id', id, label) };
	}
	if (Object.hasOwn(query, 'project_id')) throw queryParameterTwice('project_id');
	return { query: { ...query, project_id: String(id) }, body };
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
