import { bodyOf } from '../parameters/body';
import { readMatchFields, type MappedFields } from '../parameters/fields';
import { requestOf, withProject } from '../parameters/request';
import { readChoice } from '../parameters/simpleTypes';
import { isSetByService } from '../records/fields';
import { givenValue, type GivenValue } from '../records/same';
import { operationOf, type Operation, type Resource } from '../resources';
import type { MatchList } from '../upsert/matchList';
import { upsert, type UpsertItem } from '../upsert/write';
import { writtenItems, type ItemOutput } from './output';
import { runRequest } from './record';
import type { ItemRun } from './run';

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
	const mapped = readMatchFields(run.reader, run.options);
	const item = itemToMatch(run, resource, otherwise, mapped);
	const list = await openList(run, item);
	const written = await upsert(item, list);

	const { result, notSaved, savedOtherwise, nowhere } = written;
	return {
		records: writtenItems(written, run),
		countedResult: result,
		isPreview: item.isPreview,
		isWritten: !item.isPreview && (result === 'created' || result === 'updated'),
		list,
		warning: mapped.notes.warning,
		fields: { ...mapped.notes, notSaved, savedOtherwise, nowhere },
	};
}

function itemToMatch(
	{ reader, options }: ItemRun,
	resource: Resource,
	otherwise: UpsertItem['otherwise'],
	{ fields, matchOn }: MappedFields,
): UpsertItem {
	const { zone } = reader;
	// What the service sets itself is only matched on.
	const isMatched = (name: string) => matchOn.some((field) => field.name === name);
	const sent = fields.filter(({ name }) => !isMatched(name) || !isSetByService(name));
	const body = bodyOf(sent, zone);
	const { values } = body;
	const match = bodyOf(matchOn, zone).values;

	const expected = new Map<string, GivenValue>();
	for (const [name, value] of [...Object.entries(values), ...Object.entries(match)]) {
		expected.set(name, givenValue(value, zone));
	}
	const query = options.queryParameters;
	return {
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
			const create = operationOf(resource.name, 'create');
			const content = withProject(reader, create, { query, body });
			return { request: requestOf(create, content), body: content.body?.values ?? {} };
		},
		updateOf: (id, changed) => {
			const content = { query, body: { text: JSON.stringify(changed), values: changed } };
			return requestOf(operationOf(resource.name, 'update'), content, id);
		},
	};
}

/** 'Query Parameters' go with the list as well: some services only list open records without one. */
async function openList(
	{ reader, options, shared }: ItemRun,
	{ resource, match, isPreview }: UpsertItem,
): Promise<MatchList> {
	const getAll = operationOf(resource.name, 'getAll');
	const content = withProject(reader, getAll, { query: options.queryParameters });
	const request = requestOf(getAll, content);
	return await shared.matchLists.open(
		{ resource: resource.name, request },
		Object.keys(match),
		isPreview,
	);
}
