import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../client/types';
import { list } from '../lists/listRecords';
import { readFilter } from '../parameters/filters';
import { readLimit } from '../parameters/limit';
import { readOutput } from '../parameters/output';
import { listOverrides, readOptions, sendSettings, type Options } from '../parameters/readOptions';
import { buildRequest, readValues } from '../parameters/request';
import { withinBudget, type Place } from '../records/budget';
import { recordsOf } from '../records/record';
import { shapeRecord } from '../records/shape';
import { all, ok, reject, type Problem, type Result } from '../result';
import type { RecordList } from '../upsert/recordSource';
import { updateMatching, type UpsertRun } from '../upsert/run';
import type { Done } from '../upsert/write';
import type { ItemError } from './errors';

/** What one item gives. */
export interface ItemOutput {
	records: IDataObject[];
	/** How a list was read, in sentences. */
	summary?: string;
	/** Fields of the input that were not sent. */
	leftOut?: string[];
	/** What became of the records that matched, and the list in which they were looked for. */
	done?: Done[];
	searched?: RecordList;
}

type ItemResult = Result<ItemOutput, ItemError>;

/** What all items of a run have in common. */
export interface Run extends UpsertRun {
	/** Whether an AI agent reads the output. */
	forAgent: boolean;
}

/** How much of the records is returned. */
interface Output {
	shape: (records: IDataObject[]) => IDataObject[];
	bound: (records: IDataObject[], place?: Place) => IDataObject[];
}

/** One item: its parameters, its request, its records. */
export async function runItem(run: Run, item: number): Promise<ItemResult> {
	const { read, operation, client, forAgent } = run;
	const { endpoint, records: about, pathReferences } = operation;
	const given = all({ options: readOptions(read, item), mode: readOutput(read, item) });
	if (!given.ok) return unfit(given.problem);
	const { options, mode } = given.value;
	const output: Output = {
		shape: (records) =>
			mode.mode === 'raw'
				? records
				: records.map((record) => shapeRecord(record, mode, { keepId: forAgent })),
		bound: (records, place) => (forAgent ? withinBudget(records, place) : records),
	};
	if (endpoint.canMatch && read('findBy', item, 'id') === 'match') {
		return await runMatching(run, options, item, output);
	}
	const values = readValues(read, operation, options, item);
	if (!values.ok) return unfit(values.problem);
	const request = buildRequest(operation, values.value);
	if (!request.ok) return unfit(request.problem);
	if (endpoint.answer.gives === 'list') {
		return await runList(run, options, item, request.value, output);
	}
	const outcome = await client.send(request.value, sendSettings(options));
	if (!outcome.ok) return reject({ kind: 'request', failure: outcome.failure });
	const { ids, leftOut } = values.value;
	const id = ids?.[pathReferences.at(-1)?.parameter ?? ''];
	const records = recordsOf(outcome.body, about, endpoint.answer.done, id, endpoint.about);
	return ok({ records: output.bound(output.shape(records)), leftOut });
}

async function runMatching(
	run: Run,
	options: Options,
	item: number,
	output: Output,
): Promise<ItemResult> {
	const matched = await updateMatching(run, options, item);
	if (!matched.ok) return matched;
	const { done, leftOut, list } = matched.value;
	const shaped = output.shape(matched.value.records);
	const records = options.includeResult
		? shaped.map((record, at) => ({ ...record, _result: done[at] }))
		: shaped;
	const { summary } = list;
	return ok({ records: output.bound(records), summary, leftOut, done, searched: list });
}

async function runList(
	{ read, operation, client, forAgent }: Run,
	options: Options,
	item: number,
	request: ApiRequest,
	output: Output,
): Promise<ItemResult> {
	const given = all({
		limit: readLimit(read, item),
		filter: readFilter(read, options, item, forAgent),
	});
	if (!given.ok) return unfit(given.problem);
	const { limit, filter } = given.value;
	const { skip, startFrom } = options;
	const result = await list(client, {
		resource: operation.records.value,
		request,
		limit: limit === undefined ? undefined : limit + skip,
		// Only here: where records are looked for, the list is always read whole.
		overrides: { ...listOverrides(options), startFrom },
		parallel: client.parallel,
		filter,
		settings: sendSettings(options),
	});
	if (!result.ok) return result;
	const { records, summary, more, missingFields, position } = result.value;
	const shaped = output.shape(skip > 0 ? records.slice(skip) : records);
	const shown = output.bound(shaped, { skipped: skip, more });
	const last = shown.at(-1);
	// For a workflow that reads the list in parts.
	if (last && position && startFrom && !forAgent)
		shown.splice(-1, 1, { ...last, _position: position });
	// A person sees the hint; an agent would take it that there are none.
	const notice = forAgent && missingFields ? [{ notice: missingFields }] : [];
	return ok({ records: notice.length > 0 ? [...shown, ...notice] : shown, summary });
}

const unfit = (problem: Problem): ItemResult => reject({ kind: 'input', problem });
