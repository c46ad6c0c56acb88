import { ApiError, UserError } from '../errors';
import type { KnownPaginators } from '../pagination/knownPaginators';
import type { List } from '../pagination/readList';
import { bodyOf } from '../parameters/body';
import { readMatchFields, type FieldNotes } from '../parameters/fields';
import type { Options } from '../parameters/options';
import { readChoice, type ParameterReader } from '../parameters/reader';
import {
	readId,
	readRequest,
	requestOf,
	withProject,
	type ItemRequest,
} from '../parameters/request';
import { isSetByService, recordLabel } from '../records/fields';
import { givenValue, type GivenValue } from '../records/same';
import { placeholderItem, recordsOf, shapeRecord, type OutputShape } from '../records/shape';
import { quoted, type JsonObject } from '../records/value';
import { operationOf, type Operation, type Resource } from '../resources';
import type { ApiRequest, ApiResponse, Client } from '../transport/types';
import { readOne, type MatchList, type MatchLists } from '../upsert/matchList';
import type { Changes } from '../upsert/plan';
import { compareSaved, emptyFields } from '../records/saved';
import { upsert, type UpsertItem } from '../upsert/write';
import { writtenItems, type ItemOutput } from './output';

/** What an item runs with. */
export interface ItemRun {
	reader: ParameterReader;
	options: Options;
	output: OutputShape;
	forAgent: boolean;
	client: Client;
	shared: SharedByItems;
}

/** By the items with the same client. */
export interface SharedByItems {
	known: KnownPaginators;
	matchLists: MatchLists;
	recordQueue: RecordQueue;
}

/** Sends the writes to one record one after another, so that the last item applies. */
export class RecordQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	async send(client: Client, request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { method, path } = request;
		if (method === 'GET' || method === 'POST') return await client.send(request);

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
	if (method !== 'GET') return outputOfWrite(run, operation, item, records);
	if (!records) throw nothingReturned(resource, item);
	return { records: records.map((record) => shapeRecord(record, run.output, run.forAgent)) };
}

const nothingReturned = ({ value }: Resource, { id }: ItemRequest): UserError =>
	new UserError(
		`The service returned nothing instead of the ${value} ${quoted(id)}`,
		`Check the ID, and whether the ${value} exists.`,
	);

/** Without a response, only the ID and the body are known. */
function previewOf(run: ItemRun, { endpoint, method }: Operation, item: ItemRequest): ItemOutput {
	const { result = '' } = endpoint;
	const known = Object.entries(item.body?.values ?? {});
	const record = Object.fromEntries(item.id === undefined ? known : [['id', item.id], ...known]);

	const { fieldNotes: fields } = item;
	const records = writtenItems([record], { result, changes: changesOf(method, item) }, run);
	return { records, result, isPreview: true, warnings: warningsOf(fields), fields };
}

function outputOfWrite(
	run: ItemRun,
	{ method, endpoint }: Operation,
	item: ItemRequest,
	records: JsonObject[] | undefined,
): ItemOutput {
	const { result = '', about } = endpoint;
	const changes = changesOf(method, item);
	const written = records ?? [placeholderItem(result, item.id)];

	const [saved = {}] = records ?? [];
	// A response about something else shows no field.
	const sent = about === undefined ? (item.body?.values ?? {}) : {};
	// 'Project' is no field of the form.
	const names = Object.keys(sent).filter((name) => !endpoint.projectIn || name !== 'project_id');
	return {
		records: writtenItems(written, { result, changes }, run),
		isWritten: true,
		warnings: warningsOf(item.fieldNotes),
		fields: {
			...item.fieldNotes,
			...compareSaved(sent, saved, names, run.reader.zone),
			emptied: method === 'PUT' ? emptyFields(saved, sent) : [],
		},
	};
}

const warningsOf = ({ warning }: FieldNotes): string[] => (warning === undefined ? [] : [warning]);

/** Of an update by ID, which reads nothing, so that the values before are not known. */
function changesOf(method: string, { body }: ItemRequest): Changes | undefined {
	if (method !== 'PUT') return undefined;
	const values = Object.entries(body?.values ?? {});
	return Object.fromEntries(values.map(([name, to]) => [name, { to }]));
}

/** Finds one record in a list by its ID, and stops reading there. */
export async function runLookup(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const { reader, options, client, shared } = run;
	const { value } = operation.resource;
	const id = readId(reader, operation.resource);
	const isIt = (record: JsonObject) => {
		const label = recordLabel(record, value);
		return label !== undefined && String(label.id) === String(id);
	};
	const { request } = readRequest(reader, operation, options, client.lists);
	const list = await readOne(client, { resource: value, request, known: shared.known, keep: isIt });

	const [record] = list.records;
	if (!record) throw notFound(operation.resource, id, list);
	return { records: [shapeRecord(record, run.output, run.forAgent)] };
}

function notFound(
	{ value, plural }: Resource,
	id: string | number,
	{ completeness }: List,
): UserError | ApiError {
	if (completeness.is === 'short') return completeness.error;

	const message = `No ${value} found with the ID ${quoted(id)}`;
	if (completeness.is === 'unknown') {
		return new UserError(`${message}. ${completeness.warning}`, completeness.advice);
	}
	return new UserError(
		message,
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
export async function runUpsert(run: ItemRun, { resource }: Operation): Promise<ItemOutput> {
	return await runMatching(run, resource, 'create');
}

async function runMatching(
	run: ItemRun,
	resource: Resource,
	otherwise: UpsertItem['otherwise'],
): Promise<ItemOutput> {
	const { item, notes } = readMatchItem(run, resource, otherwise);
	const list = await openList(run, item);
	const { result, changes, id, records, ...saved } = await upsert(item, list);

	const written = records ?? [placeholderItem(result, id)];
	return {
		records: writtenItems(written, { result, changes }, run),
		result,
		isPreview: item.isPreview,
		isWritten: !item.isPreview && (result === 'created' || result === 'updated'),
		list,
		fields: { ...notes, ...saved },
	};
}

function readMatchItem(
	run: ItemRun,
	resource: Resource,
	otherwise: UpsertItem['otherwise'],
): { item: UpsertItem; notes: FieldNotes } {
	const { reader, options, client } = run;
	const { zone } = reader;
	const { fields, matchOn, notes } = readMatchFields(reader, options);

	// What the service sets itself is only matched on.
	const isMatched = (name: string) => matchOn.some((field) => field.name === name);
	const sent = fields.filter(({ name }) => !isMatched(name) || !isSetByService(name));
	const body = bodyOf(sent, zone);
	const { values } = body;
	const query = options.queryParameters;
	const match = bodyOf(matchOn, zone).values;

	const expected = new Map<string, GivenValue>();
	for (const [name, value] of [...Object.entries(values), ...Object.entries(match)]) {
		expected.set(name, givenValue(value, zone));
	}
	const item: UpsertItem = {
		resource,
		match,
		values,
		expected,
		otherwise,
		mayBeNewField: options.matchOn.length > 0,
		sendWholeRecord: options.sendWholeRecord,
		isPreview: options.previewOnly,
		zone,
		creation: () => {
			const create = operationOf(resource.value, 'create');
			const content = withProject(reader, create, { query, body }, client.lists);
			return { request: requestOf(create, content), body: content.body?.values ?? {} };
		},
		updateOf: (id, changed) => {
			const content = { query, body: { text: JSON.stringify(changed), values: changed } };
			return requestOf(operationOf(resource.value, 'update'), content, id);
		},
	};
	return { item, notes };
}

/** 'Query Parameters' go with the writes. The list is asked for the project alone. */
async function openList(
	{ reader, client, shared }: ItemRun,
	{ resource, match, isPreview }: UpsertItem,
): Promise<MatchList> {
	const getAll = operationOf(resource.value, 'getAll');
	const request = requestOf(getAll, withProject(reader, getAll, { query: {} }, client.lists));
	return await shared.matchLists.open(
		{ resource: resource.value, request },
		Object.keys(match),
		isPreview,
	);
}
