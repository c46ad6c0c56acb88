import { ApiError, UserError } from '../errors';
import type { KnownPaginators } from '../pagination/readList';
import { errorFor } from '../pagination/completeness';
import { bodyOf } from '../parameters/body';
import { readMatchFields } from '../parameters/fields';
import type { Options } from '../parameters/options';
import { readChoice, type ParameterReader } from '../parameters/reader';
import { readLocator, readRequest, type ItemRequest } from '../parameters/request';
import { isSetByService, recordLabel } from '../records/fields';
import { givenValue } from '../records/same';
import { placeholderItem, recordsOf, shapeRecord, type OutputShape } from '../records/shape';
import { quoted, type JsonObject } from '../records/value';
import { idParameter, operationOf, type Operation, type Resource } from '../resources';
import type { ApiRequest, ApiResponse, Client } from '../transport/types';
import { readOne, type MatchLists } from '../upsert/matchList';
import { compareSaved, emptyFields } from '../upsert/saved';
import { upsert, type UpsertItem } from '../upsert/write';
import { writtenItems, type ItemOutput } from './output';

/** What an item runs with. */
export interface ItemRun {
	reader: ParameterReader;
	options: Options;
	output: OutputShape;
	forAgent: boolean;
	client: Client;
	/** Shared by the items with the same client. */
	shared: SharedByItems;
}

export interface SharedByItems {
	known: KnownPaginators;
	matchLists: MatchLists;
	recordQueue: RecordQueue;
}

/** Sends the writes to one record one after another, in the order of the items, so that the last one applies. */
export class RecordQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	async send(client: Client, request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { method, path } = request;
		if (method !== 'PUT' && method !== 'DELETE') return await client.send(request);

		const before = this.last.get(path) ?? Promise.resolve();
		const response = before.then(async () => await client.send(request));
		this.last.set(path, response);
		return await response;
	}
}

/** Sends one request about one record. */
export async function runRequest(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const { reader, options, client, shared } = run;
	const { method, resource, endpoint } = operation;
	const item = readRequest(reader, operation, options, client.lists);
	if (options.previewOnly && method !== 'GET') return previewOf(run, operation, item);

	const response = await shared.recordQueue.send(client, item.request);
	if (response instanceof ApiError) throw response;

	const records = recordsOf(response.body, resource, endpoint.about);
	if (method === 'GET') return readOutput(run, resource, item, records);
	return outputOfWrite(run, operation, item, records);
}

function readOutput(
	{ output, forAgent }: ItemRun,
	{ value }: Resource,
	{ id }: ItemRequest,
	records: JsonObject[] | undefined,
): ItemOutput {
	if (!records) {
		throw new UserError(
			`The service returned nothing instead of the ${value} ${quoted(id)}`,
			`Check the ID, and whether the ${value} exists.`,
		);
	}
	return { records: records.map((record) => shapeRecord(record, output, forAgent)) };
}

/** Without a response, only the ID and the body are known. */
function previewOf(run: ItemRun, operation: Operation, { id, body }: ItemRequest): ItemOutput {
	const { result = '' } = operation.endpoint;
	const known = Object.entries(body?.values ?? {});
	const record = Object.fromEntries(id === undefined ? known : [['id', id], ...known]);
	const changes = operation.method === 'PUT' ? changesTo(body?.values) : undefined;
	return { records: writtenItems([record], { result, changes }, run), result, isPreview: true };
}

/** The values before are not known, as nothing was read. */
const changesTo = (values: JsonObject = {}): Record<string, { to: JsonObject[string] }> =>
	Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { to }]));

function outputOfWrite(
	run: ItemRun,
	{ method, endpoint }: Operation,
	{ id, body, fieldNotes }: ItemRequest,
	records: JsonObject[] | undefined,
): ItemOutput {
	const { result = '', about } = endpoint;
	const { omitted, empty, warning } = fieldNotes;
	const [saved = {}] = records ?? [];
	const isPut = method === 'PUT';

	// A response about something else shows nothing of the fields.
	const sent = about === undefined ? (body?.values ?? {}) : {};
	const done = { result, changes: isPut ? changesTo(body?.values) : undefined };
	return {
		records: writtenItems(records ?? [placeholderItem(result, id)], done, run),
		isWritten: true,
		warnings: warning === undefined ? [] : [warning],
		fields: {
			omitted,
			empty,
			...compareSaved(sent, saved, run.reader.zone),
			emptied: isPut ? emptyFields(sent, saved) : [],
		},
	};
}

/** Finds one record in a list by its ID, and stops reading there. */
export async function runLookup(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const { reader, options, output, forAgent, client, shared } = run;
	const { resource } = operation;
	const { value, plural, displayName } = resource;
	const id = readLocator(reader, idParameter(value), displayName);
	if (id === undefined)
		throw new UserError(
			`'${displayName}' is empty`,
			`Select one from the list, or enter its ID in '${displayName}'.`,
		);

	const list = await readOne(client, {
		resource: value,
		request: readRequest(reader, operation, options, client.lists).request,
		known: shared.known,
		keep: (record) => String(recordLabel(record, value)?.id) === String(id),
	});
	const [record] = list.records;
	if (record) return { records: [shapeRecord(record, output, forAgent)] };

	const notFound = `No ${value} found with the ID ${quoted(id)}`;
	const { completeness } = list;
	if (completeness.is === 'unknown') {
		throw new UserError(`${notFound}. ${completeness.warning}`, completeness.advice);
	}
	const error = errorFor(list, 'all');
	if (error) throw error;
	throw new UserError(
		notFound,
		`Check the ID. The service has no request for one ${value}, so the node looks for it in the list of ${plural}.`,
	);
}

/** The record is found by its ID, or by the values of its fields. */
export async function runUpdate(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const findBy = readChoice(run.reader, 'findBy', 'Find By', ['id', 'match']);
	if (findBy === 'id') return await runRequest(run, operation);

	const noMatch = readChoice(run.reader, 'noMatch', 'If No Match Is Found', ['stop', 'skip']);
	return await runMatching(run, operation.resource, noMatch);
}

/** Create or Update. */
export async function runUpsert(run: ItemRun, resource: Resource): Promise<ItemOutput> {
	return await runMatching(run, resource, 'create');
}

async function runMatching(
	run: ItemRun,
	resource: Resource,
	otherwise: UpsertItem['otherwise'],
): Promise<ItemOutput> {
	const { reader, options, client, shared } = run;
	const { fields, matchOn, notes } = readMatchFields(reader, options);
	const matchNames = matchOn.map(({ name }) => name);
	const values = bodyOf(
		// What the service sets itself is only matched on.
		fields.filter(({ name }) => !(matchNames.includes(name) && isSetByService(name))),
		reader.zone,
	).values;
	const match = bodyOf(matchOn, reader.zone).values;

	const getAll = operationOf(resource.value, 'getAll');
	const { request } = readRequest(
		reader,
		getAll,
		{ ...options, queryParameters: {} },
		client.lists,
	);
	const kind = options.previewOnly ? 'preview' : 'real';
	const list = await shared.matchLists.open(
		{ resource: resource.value, request },
		matchNames,
		kind,
	);

	const given = new Map(Object.entries(values).concat(Object.entries(match)));
	const written = await upsert(
		{
			resource,
			match,
			values,
			expected: new Map([...given].map(([name, value]) => [name, givenValue(value, reader.zone)])),
			otherwise,
			mayBeNewField: options.matchOn.length > 0,
			sendWholeRecord: options.sendWholeRecord,
			isPreview: options.previewOnly,
			zone: reader.zone,
			creation: () => {
				const creation = operationOf(resource.value, 'create');
				const { request: post, body } = readRequest(reader, creation, options, client.lists);
				return { request: post, body: body?.values ?? {} };
			},
			updateOf: (id, body) => updateRequest(resource, id, body, options),
		},
		list,
	);
	const { result, changes, id } = written;
	const records = written.records ?? [placeholderItem(result, id)];
	return {
		records: writtenItems(records, { result, changes }, run),
		result,
		isPreview: options.previewOnly,
		isWritten: !options.previewOnly && (result === 'created' || result === 'updated'),
		matched: list,
		fields: { ...notes, notSaved: written.notSaved, savedOtherwise: written.savedOtherwise },
	};
}

function updateRequest(
	{ value }: Resource,
	id: string | number,
	body: JsonObject,
	{ queryParameters }: Options,
): ApiRequest {
	const { method, path } = operationOf(value, 'update');
	return {
		method,
		path: path.replace(`{${idParameter(value)}}`, () => encodeURIComponent(id)),
		query: queryParameters,
		body: JSON.stringify(body),
	};
}
