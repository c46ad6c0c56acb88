import type { IDataObject } from 'n8n-workflow';

import type { Operation, Upsert } from '../catalogue';
import type { Client } from '../client/connect';
import { list } from '../lists/listRecords';
import { readFilter } from '../parameters/filters';
import { readLimit } from '../parameters/limit';
import { readOutput } from '../parameters/output';
import type { ParameterReader } from '../parameters/reader';
import { listOverrides, readOptions, sendSettings } from '../parameters/readOptions';
import { buildRequest, readValues } from '../parameters/request';
import { withinBudget, type Place } from '../records/budget';
import { shapeRecord } from '../records/shape';
import { all, ok, type Result } from '../result';
import { matchingUpdate, type Matching } from '../upsert/matchRequest';
import type { RecordList, RecordSource } from '../upsert/recordSource';
import { upsert, type Upserted, type UpsertRun } from '../upsert/run';
import { unfit } from '../upsert/write';
import type { ItemError } from './errors';
import { messages } from './messages';
import { changesTo, doneBy, sender } from './send';

/** What one item gives. */
export interface ItemOutput {
	records: IDataObject[];
	/** How a list was read, in sentences. */
	summary?: string;
	/** Fields of the input that were not sent. */
	leftOut?: string[];
	/** Fields that the service has saved in another form. */
	altered?: string[];
	/** What became of the records that were looked for or previewed. */
	done?: string[];
	/** Whether nothing was sent. */
	preview?: boolean;
	/** The list in which they were looked for. */
	searched?: RecordList;
}

type ItemResult = Result<ItemOutput, ItemError>;

/** What all items of a run have in common. */
export interface Run {
	read: ParameterReader;
	operation: Operation | Upsert;
	client: Client;
	/** Where records are found by their fields. What a preview writes is only found by previews. */
	sources: { real: RecordSource; preview: RecordSource };
	/** Whether an AI agent reads the output. */
	forAgent: boolean;
}

/** What the work on one item needs. */
interface ItemRun extends Run, UpsertRun {
	/** What is returned of a record, and of all. */
	shape: (record: IDataObject) => IDataObject;
	bound: (records: IDataObject[], place?: Place) => IDataObject[];
}

/** One item: its parameters, its request, its records. */
export async function runItem(run: Run, item: number): Promise<ItemResult> {
	const { read, operation, client, sources, forAgent } = run;
	const given = all({ options: readOptions(read, item), output: readOutput(read, item) });
	if (!given.ok) return unfit(given.problem);
	const { options, output } = given.value;
	const itemRun: ItemRun = {
		...run,
		item,
		options,
		send: sender(client, options),
		source: sources[options.previewOnly ? 'preview' : 'real'],
		shape: (record) => shapeRecord(record, output, { keepId: forAgent }),
		bound: (records, place) => (forAgent ? withinBudget(records, place) : records),
	};
	if (!operation.endpoint) return await runUpsert(itemRun, operation);
	if (operation.endpoint.answer.gives === 'list') return await runList(itemRun, operation);
	return operation.endpoint.canMatch && read('findBy', item, 'id') === 'match'
		? await runUpsert(itemRun, matchingUpdate(operation))
		: await runOne(itemRun, operation);
}

async function runOne(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const values = readValues(run.read, operation, run.options, run.item);
	if (!values.ok) return unfit(values.problem);
	const sent = await run.send({ operation, values: values.value });
	if (!sent.ok) return sent;
	const { body, leftOut } = values.value;
	const changes = operation.method === 'PUT' ? changesTo(body) : undefined;
	const written = sent.value.map((record) => ({ record, result: doneBy(operation), changes }));
	return ok(outputOf(run, { written, leftOut }));
}

async function runUpsert(run: ItemRun, matching: Matching): Promise<ItemResult> {
	const upserted = await upsert(run, matching);
	return upserted.ok ? ok(outputOf(run, upserted.value)) : upserted;
}

/** What became of the records of one item, as far as the person wants to know. */
function outputOf(
	{ options, shape, bound }: ItemRun,
	{ written, leftOut, list: searched }: Upserted,
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
	const done = searched || preview ? written.map(({ result }) => result) : [];
	const altered = written.flatMap((each) => each.altered ?? []);
	const { summary } = searched ?? {};
	return { records: bound(records), summary, leftOut, altered, done, preview, searched };
}

async function runList(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const { read, client, forAgent, item, options, shape, bound } = run;
	const values = readValues(read, operation, options, item);
	if (!values.ok) return unfit(values.problem);
	const given = all({
		request: buildRequest(operation, values.value),
		limit: readLimit(read, item),
		filter: readFilter(read, options, item, forAgent),
	});
	if (!given.ok) return unfit(given.problem);
	const { request, limit, filter } = given.value;
	const { skip, startFrom } = options;
	const result = await list(client, {
		resource: operation.records.value,
		request,
		limit: limit === undefined ? undefined : limit + skip,
		// Only here: where records are looked for, the list is always read whole.
		overrides: { ...listOverrides(options), startFrom },
		filter,
		settings: sendSettings(options),
	});
	if (!result.ok) return result;
	const { records, summary, more, missingFields, position, proof } = result.value;
	if (options.alwaysOutputItem && proof === 'absent') {
		return unfit(messages.noList(operation.records));
	}
	const shaped = skip > 0 ? records.slice(skip) : records;
	// In place: the garbage of one more array would stay until a long list is handed on.
	shaped.forEach((record, at) => (shaped[at] = shape(record)));
	if (shaped.length === 0 && options.alwaysOutputItem) shaped.push({});
	const shown = bound(shaped, { skipped: skip, more });
	const last = shown.at(-1);
	// For a workflow that reads the list in parts.
	if (last && position && startFrom && !forAgent)
		shown.splice(-1, 1, { ...last, _position: position });
	// A person sees the hint; an agent would take it that there are none.
	const notice = forAgent && missingFields ? [{ notice: missingFields }] : [];
	return ok({ records: notice.length > 0 ? [...shown, ...notice] : shown, summary });
}
