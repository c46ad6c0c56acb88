import type { IDataObject } from 'n8n-workflow';

import type { Operation, Upsert } from '../catalogue';
import type { Client } from '../client/connect';
import { inputError, type ItemError } from '../itemError';
import { list, type ListRequest, rejection } from '../lists/listRecords';
import { doubtOf } from '../lists/messages';
import type { KnownWays } from '../lists/nextPage/knownWays';
import { readFilter } from '../parameters/filters';
import { readLimit } from '../parameters/limit';
import { type Output, readOutput } from '../parameters/output';
import type { ParameterReader } from '../parameters/reader';
import { listOverrides, readOptions, sendSettings, type Options } from '../parameters/readOptions';
import { buildRequest, readValues } from '../parameters/request';
import { withinBudget, type PageInfo } from '../records/budget';
import { countRecords } from '../records/count';
import { recordId } from '../records/fieldNames';
import { shapeRecord } from '../records/shape';
import { sortRecords } from '../records/sort';
import { all, ok, reject, type Problem, type Result } from '../result';
import type { createMatchLists } from '../upsert/matchLists';
import { matchingUpdate, readMatchRequest, type Matching } from '../upsert/matchRequest';
import { upsert } from '../upsert/run';
import type { Written } from '../upsert/write';
import { hints, messages } from './messages';
import { changesTo, resultName, sender } from './send';

/** What one item gives. */
export interface ItemOutput {
	records: IDataObject[];
	/** How a list was read, in sentences. */
	summary?: string;
	/** Fields of the input that were not sent. */
	omittedFields?: string[];
	/** Fields that the service has saved in another form. */
	normalizedFields?: string[];
	/** What became of the records that were looked for or previewed. */
	done?: string[];
	/** Whether nothing was sent. */
	preview?: boolean;
	/** It is not known whether the list is complete. */
	warning?: Problem;
}

type ItemResult = Result<ItemOutput, ItemError>;

/** What all items of a run have in common. */
export interface Run {
	read: ParameterReader;
	operation: Operation | Upsert;
	client: Client;
	/** Opens the lists in which records are found by their fields. What a preview writes is only found by previews. */
	matchLists: Record<'real' | 'preview', ReturnType<typeof createMatchLists>>;
	/** What lists of this run have shown of the way to the next page. */
	knownWays: KnownWays;
	/** Whether an AI agent reads the output. */
	forAgent: boolean;
}

/** What the work on one item needs. */
interface ItemRun extends Run {
	item: number;
	options: Options;
	output: Output;
	/** What is returned of a record, and of all. */
	shape: (record: IDataObject) => IDataObject;
	fitBudget: (records: IDataObject[], place?: PageInfo) => IDataObject[];
}

/** One item: its parameters, its request, its records. */
export async function runItem(run: Run, item: number): Promise<ItemResult> {
	const { read, operation, forAgent } = run;
	const parameters = all({ options: readOptions(read, item), output: readOutput(read, item) });
	if (!parameters.ok) return inputError(parameters.problem);
	const { options, output } = parameters.value;
	const itemRun: ItemRun = {
		...run,
		item,
		options,
		output,
		shape: (record) =>
			output.mode === 'count' ? record : shapeRecord(record, output, { keepId: forAgent }),
		fitBudget: (records, place) => (forAgent ? withinBudget(records, place) : records),
	};
	if (!operation.endpoint) return await runMatching(itemRun, operation);
	if (operation.endpoint.answer.gives === 'list') return await runList(itemRun, operation);
	if (operation.endpoint.isInList) return await runFind(itemRun, operation);
	return operation.endpoint.canMatch && read('findBy', item, 'id') === 'match'
		? await runMatching(itemRun, matchingUpdate(operation))
		: await runOne(itemRun, operation);
}

async function runOne(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const values = readValues(run.read, operation, run.options, run.item);
	if (!values.ok) return inputError(values.problem);
	const sent = await sender(run.client, run.options)(operation, values.value);
	if (!sent.ok) return sent;
	const { body, omittedFields } = values.value;
	const changes = operation.method === 'PUT' ? changesTo(body) : undefined;
	const written = sent.value.map((record) => ({ record, result: resultName(operation), changes }));
	return ok(outputOf(run, written, omittedFields));
}

/** A record that is found by the values of its fields. */
async function runMatching(run: ItemRun, matching: Matching): Promise<ItemResult> {
	const { read, client, item, options, matchLists } = run;
	const request = readMatchRequest(read, matching, options, item);
	if (!request.ok) return inputError(request.problem);
	const { search, match, omittedFields } = request.value;
	const opened = await matchLists[options.previewOnly ? 'preview' : 'real'](search, match.matchOn);
	if (!opened.ok) return inputError(opened.problem);
	const list = opened.value;
	const written = await upsert(request.value, list, sender(client, options));
	return written.ok ? ok(outputOf(run, written.value, omittedFields, list.summary)) : written;
}

/**
 * What became of the records of one item, as far as the person wants to know.
 * @param summary how the list was read, if they were found in one
 */
function outputOf(
	{ options, shape, fitBudget }: ItemRun,
	written: readonly Written[],
	omittedFields: string[],
	summary?: string,
): ItemOutput {
	const { includeResult, previewOnly: preview, alwaysOutputItem } = options;
	const isTold = includeResult || preview;
	const records = written
		.filter(({ record }) => record !== undefined || isTold || alwaysOutputItem)
		.map(({ record, result, changes }) => ({
			...(record && shape(record)),
			...(isTold ? { _result: result } : {}),
			...(isTold && changes ? { _changes: changes } : {}),
			...(preview ? { _preview: true } : {}),
		}));
	const done = summary !== undefined || preview ? written.map(({ result }) => result) : [];
	const normalizedFields = written.flatMap((each) => each.normalizedFields ?? []);
	return { records: fitBudget(records), summary, omittedFields, normalizedFields, done, preview };
}

/** What reading a list of this run needs, but for what is special about it. */
const listRequest = (
	{ options, knownWays }: ItemRun,
	operation: Operation,
): Omit<ListRequest, 'request'> => ({
	resource: operation.records.value,
	overrides: listOverrides(options),
	settings: sendSettings(options),
	knownWays,
});

/** One record that only the list has: reading ends where it is found. */
async function runFind(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const { read, client, item, options, shape } = run;
	const values = readValues(read, operation, options, item);
	if (!values.ok) return inputError(values.problem);
	const request = buildRequest(operation, values.value);
	if (!request.ok) return inputError(request.problem);
	const { records: resource } = operation;
	const [id] = Object.values(values.value.ids ?? {});
	const isIt = (record: IDataObject) => {
		const own = recordId(record, resource.value);
		return own !== undefined && String(own) === String(id).trim();
	};
	const found = await list(client, {
		...listRequest(run, operation),
		request: request.value,
		limit: 1,
		filter: { keeps: isIt, fields: [] },
	});
	const { records, completeness, read: count } = found;
	if (records.length > 0) return ok({ records: records.map(shape) });
	const error = rejection('getNotFound', found);
	if (!error) return inputError(messages.noRecord(resource, id));
	return completeness.is === 'unknown'
		? inputError(messages.recordNotRead(resource, id, doubtOf(completeness, count)))
		: reject(error);
}

async function runList(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const { read, client, forAgent, item, options, output, shape, fitBudget } = run;
	const values = readValues(read, operation, options, item);
	if (!values.ok) return inputError(values.problem);
	const given = all({
		request: buildRequest(operation, values.value),
		limit: readLimit(read, item),
		filter: readFilter(read, options, item, forAgent),
	});
	if (!given.ok) return inputError(given.problem);
	const { request, limit, filter } = given.value;
	const { skip, startFrom, sort } = options;
	// Only the whole list can be counted or sorted.
	const isWhole = output.mode === 'count' || sort.length > 0;
	const wanted = listRequest(run, operation);
	const result = await list(client, {
		...wanted,
		request,
		limit: limit === undefined || isWhole ? undefined : limit + skip,
		// Only here: where records are looked for, the list is always read whole.
		overrides: { ...wanted.overrides, startFrom },
		filter,
	});
	const { records, summary, more, missingFields, position, completeness, problem } = result;
	const isAbsent = completeness.is === 'unknown' && completeness.because === 'noList';
	if (options.alwaysOutputItem && isAbsent) return inputError(messages.noList(operation.records));
	const reader = options.requireComplete ? 'getAllRequired' : 'getAll';
	const error = rejection(more ? 'getUpToLimit' : reader, result);
	if (error) return reject(error);
	// A person sees the hint; an agent would take it that there are none.
	const notices = forAgent
		? [missingFields, problem?.message].flatMap((notice) => (notice ? [{ notice }] : []))
		: [];
	if (output.mode === 'count') {
		const complete = completeness.is === 'complete';
		const counted = { ...countRecords(records, output.by), complete };
		return ok({ records: [counted, ...notices], summary, warning: problem });
	}
	const end = limit !== undefined && sort.length > 0 ? skip + limit : records.length;
	const sorted = sort.length > 0 ? sortRecords(records, sort) : records;
	const shaped = skip > 0 || end < sorted.length ? sorted.slice(skip, end) : sorted;
	// In place: the garbage of one more array would stay until a long list is handed on.
	shaped.forEach((record, at) => (shaped[at] = shape(record)));
	const place = { skipped: skip, more: end < sorted.length || more };
	// n8n gives a newer agent an empty text for no items.
	if (shaped.length === 0 && forAgent)
		notices.unshift({ notice: hints.none(operation.records, skip) });
	else if (shaped.length === 0 && options.alwaysOutputItem) shaped.push({});
	const shown = fitBudget(shaped, place);
	const last = shown.at(-1);
	// For a workflow that reads the list in parts.
	if (last && more && position && startFrom && !forAgent)
		shown.splice(-1, 1, { ...last, _position: position });
	return ok({
		records: notices.length > 0 ? [...shown, ...notices] : shown,
		summary,
		warning: problem,
	});
}
