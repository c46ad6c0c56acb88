import { bodyOf } from '../parameters/body';
import { readMatchFields, type FieldNotes, type MappedFields } from '../parameters/fields';
import { requestOf } from '../parameters/request';
import { isSetByService } from '../records/fields';
import { givenValue, type GivenValue } from '../records/same';
import { operationOf, type Operation, type Resource } from '../resources';
import { joinSentences } from '../texts';
import type { MatchItem } from '../upsert/item';
import type { MatchList, ReadItem } from '../upsert/matchList';
import type { Plan } from '../upsert/plan';
import { carryOut } from '../upsert/write';
import { writtenItems, type ItemOutput } from './output';
import { runRequest } from './record';
import type { ItemRun } from './run';

/** An item that has been read, and that is written after all others have been read. */
export interface ItemToMatch extends ReadItem {
	run: ItemRun;
	notes: FieldNotes;
}

/** Whether an item has only been read. */
export const isToMatch = (done: ItemOutput | ItemToMatch): done is ItemToMatch => 'slots' in done;

/** What to do where a record matches, and where none does. */
type IfFound = Pick<MatchItem, 'ifMatch' | 'noMatch'>;

/** The record is found by its ID, or by the values of its fields. */
export async function runUpdate(
	run: ItemRun,
	operation: Operation,
): Promise<ItemOutput | ItemToMatch> {
	const findBy = run.reader.choice('findBy', 'Find By', ['id', 'match']);
	if (findBy === 'id') return await runRequest(run, operation);

	const noMatch = run.reader.choice('noMatch', 'If No Match Is Found', ['stop', 'skip']);
	return await readToMatch(run, operation.resource, { ifMatch: 'update', noMatch });
}

/** Create or Update. */
export async function runUpsert(run: ItemRun, { resource }: Operation): Promise<ItemToMatch> {
	const ifMatch = run.reader.choice('ifMatch', 'If a Match Is Found', ['update', 'keep']);
	return await readToMatch(run, resource, { ifMatch, noMatch: 'create' });
}

async function readToMatch(
	run: ItemRun,
	resource: Resource,
	ifFound: IfFound,
): Promise<ItemToMatch> {
	const mapped = readMatchFields(run.reader, run.options);
	const item = itemToMatch(run, resource, ifFound, mapped);
	const list = await openList(run, item);
	const read = await list.locate(item);

	// What its parameters do not allow is an error before anything is written.
	if (read.nearSlot && item.noMatch === 'create') item.creation();
	return { ...read, run, notes: mapped.notes };
}

/** Writes what is planned for an item. */
export async function runMatched(item: ItemToMatch, plan: Plan): Promise<ItemOutput> {
	const { run, list, notes } = item;
	const done = await carryOut(item, plan);
	const { result, warning } = done;
	const isPreview = run.options.previewOnly;
	return {
		records: writtenItems(done, run),
		countedResult: result,
		isPreview,
		isWritten: !isPreview && (result === 'created' || result === 'updated'),
		summary: list.reading.summary,
		warning: joinSentences([list.reading.warning, warning, notes.warning]),
		fields: { ...notes, ...done.notes },
	};
}

function itemToMatch(
	{ reader, options }: ItemRun,
	resource: Resource,
	{ ifMatch, noMatch }: IfFound,
	{ fields, matchOn }: MappedFields,
): MatchItem {
	const { zone } = reader.item;
	// What the service sets itself is only matched on.
	const isMatched = (name: string) => matchOn.some((field) => field.name === name);
	const sent = fields.filter(({ name }) => !isMatched(name) || !isSetByService(name));
	const body = bodyOf(sent, zone);
	const { values } = body;
	const { values: match } = bodyOf(matchOn, zone);

	const given = new Map<string, GivenValue>();
	for (const [name, value] of Object.entries({ ...values, ...match })) {
		given.set(name, givenValue(value, zone));
	}

	const query = options.queryParameters;
	return {
		resource,
		match,
		values,
		given,
		zone,
		ifMatch,
		noMatch,
		mayBeNewField: options.matchOn.length > 0,
		sendWholeRecord: options.sendWholeRecord,
		isPreview: options.previewOnly,
		creation: () => {
			const create = operationOf(resource.name, 'create');
			const sent = requestOf(reader, create, { query, body });
			return { request: sent.request, body: sent.body?.values ?? {} };
		},
		updateOf: (id, changed) => {
			const content = { query, body: { text: JSON.stringify(changed), values: changed } };
			return requestOf(reader, operationOf(resource.name, 'update'), content, id).request;
		},
	};
}

/** 'Query Parameters' go with the list as well: some services only list open records without one. */
async function openList(
	{ reader, options, shared }: ItemRun,
	{ resource, match }: MatchItem,
): Promise<MatchList> {
	const getAll = operationOf(resource.name, 'getAll');
	const { request } = requestOf(reader, getAll, { query: options.queryParameters });
	const list = { resource: resource.name, request };
	return await shared.listsFor(options).open(list, Object.keys(match));
}
