import type { IDataObject } from 'n8n-workflow';

import type { Operation, Upsert } from '../catalogue';
import { suggestions } from '../parameters/mapping';
import { readChoice } from '../parameters/reader';
import { buildRequest, fieldsIn, readValues, type FieldNotes } from '../parameters/request';
import { sendSettings } from '../parameters/settings';
import { isStandIn, missingFrom, recordsOf, shaped, shapeRecord, standIn } from '../records/record';
import { ok, reject } from '../result';
import { MatchLists, type MatchList } from '../upsert/matchLists';
import { readMatchRequest } from '../upsert/matchRequest';
import type { Changes } from '../upsert/plan';
import { upsert, type RequestRecords, type Written } from '../upsert/write';
import type { ItemOutput, ItemResult, ItemRun } from './itemRun';
import { runList, runLookup } from './list';
import { runMessages } from './messages';

/** What each kind of operation does with an item. */
const runners = {
	list: runList,
	lookup: runLookup,
	request: runRequest,
	update: runUpdate,
	upsert: runMatching,
} as const;

export async function runItem(run: ItemRun, operation: Operation | Upsert): Promise<ItemResult> {
	const runner = runners[operation.kind] as (
		run: ItemRun,
		operation: Operation | Upsert,
	) => Promise<ItemResult>; // the one for its type
	return await runner(run, operation);
}

/** The record is found by its ID or by the values of its fields. */
async function runUpdate(run: ItemRun, update: Operation): Promise<ItemResult> {
	const findBy = readChoice(run.parameters, 'findBy', 'Find By', ['id', 'match']);
	if (!findBy.ok) return findBy;
	const { resource } = update;
	return findBy.value === 'id'
		? await runRequest(run, update)
		: await runMatching(run, { resource, update });
}

async function runRequest(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const values = readValues(run.parameters, operation, run.options);
	if (!values.ok) return values;
	const records = await requester(run)(operation, values.value);
	if (!records.ok) return records;
	const { method, endpoint } = operation;
	if (method === 'GET') return ok(shaped(records.value, run.output, run.forAgent));
	const { result = '' } = endpoint;
	const changes = method === 'PUT' ? changesTo(values.value.body) : undefined;
	const written = records.value.map((record) => ({ record, result, changes }));
	return ok(outputOf(run, written, values.value));
}

/** Finds a record by the values of its fields, and updates or creates it. */
async function runMatching(
	run: ItemRun,
	matching: Parameters<typeof readMatchRequest>[1],
): Promise<ItemResult> {
	const { parameters, options, client, knownWays, matchLists } = run;
	const request = readMatchRequest(parameters, matching, options);
	if (!request.ok) return request;
	const { wanted, match } = request.value;
	const kind = options.previewOnly ? 'preview' : 'real';
	const lists = (matchLists[kind] ??= new MatchLists(client, knownWays, parameters.zone));
	const opened = await lists.open(wanted, Object.keys(match));
	if (!opened.ok) return opened;
	const list = opened.value;
	const written = await upsert(request.value, list, requester(run));
	if (!written.ok) return written;
	const { notes, desired } = request.value;
	const unknownFields = [
		...new Set([...notes.unknownFields, ...suggestions(Object.keys(desired), list.index.fields)]),
	];
	return ok(outputOf(run, written.value, { ...notes, unknownFields }, list));
}

/** Sends requests and reads their records. With 'Preview Only', requests that change something are not sent. */
function requester({ client, options, inOrder }: ItemRun): RequestRecords {
	const settings = sendSettings(options);
	const { projectIdPlacement } = client.service;
	return async (operation, values, previewRecord) => {
		const { method, endpoint, subject } = operation;
		const request = buildRequest(operation, values, projectIdPlacement);
		if (!request.ok) return request;
		const id = values.ids?.at(-1);
		if (options.previewOnly && method !== 'GET') {
			// Without a response, only the ID and the body are known.
			const known = id === undefined ? {} : { id: id as IDataObject['id'] }; // buildRequest has checked it
			return ok([previewRecord ?? { ...known, ...fieldsIn(request.value.body) }]);
		}
		const send = async () => await client.send(request.value, settings);
		const isOrdered = method === 'PUT' || method === 'DELETE';
		const outcome = isOrdered ? await inOrder(request.value.path, send) : await send();
		if (!outcome.ok) return reject({ kind: 'request', failure: outcome.problem });
		const records = recordsOf(outcome.value.body, subject, id, endpoint.about);
		return method === 'GET' && (records ?? []).length === 0
			? reject(runMessages.nothing(subject, id))
			: ok(records ?? [standIn(endpoint.result ?? '', id)]);
	};
}

/**
 * The output of one item that wrote records.
 * @param list where they were found, if they were
 */
function outputOf(
	{ options, output, forAgent }: ItemRun,
	written: readonly Written[],
	{ omittedFields, emptyFields, unknownFields }: FieldNotes,
	list?: MatchList,
): ItemOutput {
	const { includeResult, previewOnly: preview, alwaysOutputItem } = options;
	const isTold = includeResult || preview;
	const records = written
		.filter(({ record }) => record !== undefined || isTold || alwaysOutputItem || forAgent)
		.map(({ record, result, changes }) => {
			const added = {
				// n8n gives newer agents an empty string for no items.
				...(isTold || (forAgent && !record) ? { _result: result } : {}),
				...(isTold && changes ? { _changes: changes } : {}),
				...(preview ? { _preview: true } : {}),
			};
			// First, and never the record's own.
			return { ...added, ...(record && shapeRecord(record, output, forAgent)), ...added };
		});
	const results = list || preview ? written.map(({ result }) => result) : [];
	const normalizedFields = written.flatMap((each) => each.normalizedFields ?? []);
	const isWritten = !preview && written.some(({ result }) => !changesNothing(result));
	const returned = written.flatMap(({ record, result }) =>
		record && !isStandIn(record, result) ? [record] : [],
	);
	const unselected = preview ? undefined : missingFrom(returned, output);
	return {
		records,
		matched: list,
		omittedFields,
		emptyFields,
		unknownFields,
		normalizedFields,
		unselected,
		results,
		preview,
		isWritten,
	};
}

/** Whether a result means that the service was not asked to change the record. */
export const changesNothing = (result: string) => ['skipped', 'unchanged'].includes(result);

/** The changes of an update by ID, without the previous values, which are not known. */
const changesTo = (body: string | undefined): Changes =>
	Object.fromEntries(Object.entries(fieldsIn(body)).map(([name, to]) => [name, { to }]));
