import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { canFind } from '../derive/finding';
import { buildRequest } from '../derive/request';
import { withinBudget, type Place } from '../output/budget';
import { recordsOf } from '../output/record';
import { shapeRecord } from '../output/shape';
import type { Client } from '../transport/client';
import { readOptions } from './bodyParameters';
import type { ItemError } from './errors';
import { list } from './list';
import type { MatchSource } from './matchSource';
import { readFilter, readLimit, readListOverrides, readSkip } from './listParameters';
import { readSendSettings, readShape, readValues } from './parameters';
import type { ParameterReader } from './reader';
import { updateMatching } from './updateMatching';
import type { Done } from './writeMatch';

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
	source: MatchSource;
}

/** One item: its parameters, its request, its records. */
export async function runItem(run: Run, item: number): Promise<ItemResult> {
	const { read, operation, client, forAgent } = run;
	const { resource, endpoint } = operation;
	const shape = readShape(read, item);
	if (!shape.ok) return { ok: false, error: { kind: 'input', problem: shape.problem } };
	const bounded = (records: IDataObject[], place?: Place) =>
		forAgent ? withinBudget(records, place) : records;
	const shapedAll = (records: IDataObject[]) =>
		shape.value.mode === 'raw'
			? records
			: records.map((record) => shapeRecord(record, shape.value, { keepId: forAgent }));
	const shaped = (records: IDataObject[], place?: Place) => bounded(shapedAll(records), place);

	if (canFind(operation) && read('findBy', item, 'id') === 'match') {
		const matched = await updateMatching(run, item);
		if (!matched.ok) return matched;
		const records = shapedAll(matched.records);
		const told = readOptions(read, item).includeResult
			? records.map((record, at) => ({ ...record, _result: matched.done[at] }))
			: records;
		return { ...matched, records: bounded(told) };
	}

	const values = readValues(read, operation, item);
	if (!values.ok) return { ok: false, error: { kind: 'input', problem: values.problem } };
	const built = buildRequest(operation, values.values);
	if (!built.ok) return { ok: false, error: { kind: 'input', problem: built.problem } };
	const { request } = built;
	const settings = readSendSettings(read, item);
	if (endpoint.answer.gives === 'list') {
		const limit = readLimit(read, item);
		if (!limit.ok) return { ok: false, error: { kind: 'input', problem: limit.problem } };
		const filter = readFilter(read, item, forAgent);
		if (!filter.ok) return { ok: false, error: { kind: 'input', problem: filter.problem } };
		const skipped = readSkip(read, item);
		if (!skipped.ok) return { ok: false, error: { kind: 'input', problem: skipped.problem } };
		const skip = skipped.value;
		const result = await list(client, {
			resource: resource.value,
			request,
			limit: limit.value === undefined ? undefined : limit.value + skip,
			overrides: readListOverrides(read, item),
			parallel: client.parallel,
			filter: filter.value,
			settings,
		});
		if (result.ok) {
			const { records, found, more, blind } = result;
			const shown = shaped(records.slice(skip), { skipped: skip, more });
			// A person sees the hint; an agent would take it that there are none.
			const notice = forAgent && blind ? [{ notice: blind }] : [];
			return { ok: true, records: [...shown, ...notice], found };
		}
		return {
			ok: false,
			error: 'refusal' in result ? { kind: 'list', ...result } : { kind: 'request', ...result },
		};
	}

	const outcome = await client.send(request, settings);
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };
	const records = recordsOf(outcome.body, resource, endpoint.answer.done, values.values.id);
	return { ok: true, records: shaped(records), leftOut: values.leftOut };
}
