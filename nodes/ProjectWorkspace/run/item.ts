import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { canFind } from '../editor/finding';
import { buildRequest, type Problem } from '../parameters/request';
import { withinBudget, type Place } from '../records/budget';
import { recordsOf } from '../records/record';
import { shapeRecord } from '../records/shape';
import type { Client } from '../client/connect';
import type { ApiRequest } from '../client/types';
import { readOptions } from '../parameters/bodyParameters';
import type { ItemError } from './errors';
import { list } from './list';
import { readFilter, readLimit, readListOverrides, readSkip } from '../parameters/listParameters';
import type { RecordSource } from '../upsert/recordSource';
import { readSendSettings, readShape, readValues } from '../parameters/parameters';
import type { ParameterReader } from '../parameters/reader';
import { updateMatching } from '../upsert/run';
import type { Done } from '../upsert/write';

export type ItemResult =
	| {
			ok: true;
			records: IDataObject[];
			/** What was found out about a list, in words. */
			found?: string;
			/** Fields of the input that were not sent. */
			leftOut?: string[];
			/** What became of the records that matched. */
			done?: Done[];
	  }
	| { ok: false; error: ItemError };

/** What all items of a run have in common. */
export interface Run {
	read: ParameterReader;
	operation: Operation;
	client: Client;
	/** Whether an AI agent reads the answer. */
	forAgent: boolean;
	source: RecordSource;
}

/** How much of the records goes on. */
interface Output {
	shape: (records: IDataObject[]) => IDataObject[];
	bound: (records: IDataObject[], place?: Place) => IDataObject[];
}

/** One item: its parameters, its request, its records. */
export async function runItem(run: Run, item: number): Promise<ItemResult> {
	const { read, operation, client, forAgent } = run;
	const { resource, endpoint } = operation;
	const shape = readShape(read, item);
	if (!shape.ok) return refused(shape.problem);
	const { value } = shape;
	const output: Output = {
		shape: (records) =>
			value.mode === 'raw'
				? records
				: records.map((record) => shapeRecord(record, value, { keepId: forAgent })),
		bound: (records, place) => (forAgent ? withinBudget(records, place) : records),
	};
	if (canFind(operation) && read('findBy', item, 'id') === 'match') {
		return await runMatching(run, item, output);
	}

	const values = readValues(read, operation, item);
	if (!values.ok) return refused(values.problem);
	const built = buildRequest(operation, values.values);
	if (!built.ok) return refused(built.problem);
	if (endpoint.answer.gives === 'list') return await runList(run, item, built.request, output);

	const outcome = await client.send(built.request, readSendSettings(read, item));
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };
	const { id } = values.values;
	const records = recordsOf(outcome.body, resource, endpoint.answer.done, id, endpoint.about);
	return { ok: true, records: output.bound(output.shape(records)), leftOut: values.leftOut };
}

async function runMatching(run: Run, item: number, output: Output): Promise<ItemResult> {
	const matched = await updateMatching(run, item);
	if (!matched.ok) return matched;
	const records = output.shape(matched.records);
	const told = readOptions(run.read, item).includeResult
		? records.map((record, at) => ({ ...record, _result: matched.done[at] }))
		: records;
	return { ...matched, records: output.bound(told) };
}

async function runList(
	{ read, operation, client, forAgent }: Run,
	item: number,
	request: ApiRequest,
	output: Output,
): Promise<ItemResult> {
	const limit = readLimit(read, item);
	if (!limit.ok) return refused(limit.problem);
	const filter = readFilter(read, item, forAgent);
	if (!filter.ok) return refused(filter.problem);
	const skip = readSkip(read, item);
	if (!skip.ok) return refused(skip.problem);
	const result = await list(client, {
		resource: operation.resource.value,
		request,
		limit: limit.value === undefined ? undefined : limit.value + skip.value,
		overrides: readListOverrides(read, item),
		parallel: client.parallel,
		filter: filter.value,
		settings: readSendSettings(read, item),
	});
	if (!result.ok) {
		return {
			ok: false,
			error: 'refusal' in result ? { kind: 'list', ...result } : { kind: 'request', ...result },
		};
	}
	const { found, more, blind } = result;
	const place = { skipped: skip.value, more };
	const shown = output.bound(
		output.shape(skip.value > 0 ? result.records.slice(skip.value) : result.records),
		place,
	);
	// A person sees the hint; an agent would take it that there are none.
	const notice = forAgent && blind ? [{ notice: blind }] : [];
	return { ok: true, records: notice.length > 0 ? [...shown, ...notice] : shown, found };
}

const refused = (problem: Problem) => ({ ok: false, error: { kind: 'input', problem } }) as const;
