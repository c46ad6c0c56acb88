import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import type { serializeByKey } from '../client/clock';
import type { Client } from '../client/connect';
import { requestError, type ItemError } from '../itemError';
import type { KnownWays } from '../lists/nextPage/way';
import { suggestions } from '../parameters/mapping';
import type { Options } from '../parameters/options';
import { readChoice, type ParameterReader } from '../parameters/reader';
import { buildRequest, fieldsIn, readValues, type FieldNotes } from '../parameters/request';
import { sendSettings } from '../parameters/settings';
import {
	isStandIn,
	missingFrom,
	recordsOf,
	shaped,
	shapeRecord,
	standIn,
	type OutputShape,
} from '../records/record';
import { ok, reject, type Problem, type Result } from '../result';
import { MatchLists, type MatchList } from '../upsert/matchLists';
import { readMatchRequest } from '../upsert/matchRequest';
import type { Changes } from '../upsert/plan';
import { upsert, type RequestRecords, type Written } from '../upsert/write';
import { runMessages } from './messages';

export interface ItemOutput extends Partial<FieldNotes> {
	records: IDataObject[];
	/** How a list was read, in sentences. */
	summary?: string;
	/** The list in which records were matched: a later item may read it once more. */
	matched?: Pick<MatchList, 'result'>;
	/** Fields that the service saved with another value. */
	normalizedFields?: string[];
	/** Selected fields that no record of the item has, and the fields that they have; undefined without records. */
	unselected?: ReturnType<typeof missingFrom>;
	/** The result for each record that was matched or previewed: `created`, `unchanged` … */
	results?: string[];
	preview?: boolean;
	/** Whether the service was asked to change something. */
	isWritten?: boolean;
	/** Set if it is not known whether the list is complete. */
	warning?: Problem;
	/** Values that filters could not compare. */
	filterProblems?: Problem[];
	/** For an agent: where the records are in their list, and whether there are more after them … */
	page?: { skipped: number; more: boolean | 'perhaps' };
	/** … what to say if there are none, and what else. */
	none?: string;
	notices?: string[];
}

export type ItemResult = Result<ItemOutput, ItemError>;

/** What an item runs with; all but the last three is shared by the items of a run. */
export interface ItemRun {
	client: Client;
	/** Opens lists in which records are matched. Records that a preview creates are only found by previews. */
	matchLists: Partial<Record<'real' | 'preview', MatchLists>>;
	/** The ways to the next page that lists of this run have found. */
	knownWays: KnownWays;
	/** Sends the writes to one record in the order of the items, so that the last one applies. */
	inOrder: ReturnType<typeof serializeByKey>;
	forAgent: boolean;
	parameters: ParameterReader;
	options: Options;
	output: OutputShape;
}

/** The record is found by its ID or by the values of its fields. */
export async function runUpdate(run: ItemRun, update: Operation): Promise<ItemResult> {
	const findBy = readChoice(run.parameters, 'findBy', 'Find By', ['id', 'match']);
	if (!findBy.ok) return findBy;
	const { resource } = update;
	return findBy.value === 'id'
		? await runRequest(run, update)
		: await runMatching(run, { resource, update });
}

export async function runRequest(run: ItemRun, operation: Operation): Promise<ItemResult> {
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
export async function runMatching(
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
		if (!outcome.ok) return reject(requestError(outcome.problem));
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
	const returned = written.flatMap(({ record, result }) =>
		record && !isStandIn(record, result) ? [record] : [],
	);
	return {
		records,
		matched: list,
		omittedFields,
		emptyFields,
		unknownFields,
		normalizedFields: written.flatMap((each) => each.normalizedFields ?? []),
		unselected: preview ? undefined : missingFrom(returned, output),
		results: list || preview ? written.map(({ result }) => result) : [],
		preview,
		isWritten: !preview && written.some(({ result }) => !changesNothing(result)),
	};
}

/** Whether a result means that the service was not asked to change the record. */
export const changesNothing = (result: string) => ['skipped', 'unchanged'].includes(result);

/** The changes of an update by ID, without the previous values, which are not known. */
const changesTo = (body: string | undefined): Changes =>
	Object.fromEntries(Object.entries(fieldsIn(body)).map(([name, to]) => [name, { to }]));
