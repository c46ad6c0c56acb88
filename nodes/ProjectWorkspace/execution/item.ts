import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { canFind } from '../derive/finding';
import { buildRequest } from '../derive/request';
import { withinBudget, type Place } from '../output/budget';
import { recordsOf } from '../output/record';
import { shapeRecord } from '../output/shape';
import type { Client } from '../transport/client';
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
export async function runItem(
	{ read, operation, client, forAgent, source }: Run,
	item: number,
): Promise<ItemResult> {
	const { resource, endpoint } = operation;
	const shape = readShape(read, item);
	if (!shape.ok) return { ok: false, error: { kind: 'input', problem: shape.problem } };
	const shaped = (records: IDataObject[], place?: Place) => {
		const all =
			shape.value.mode === 'raw'
				? records
				: records.map((record) => shapeRecord(record, shape.value, { keepId: forAgent }));
		return forAgent ? withinBudget(all, place) : all;
	};

	if (canFind(operation) && read('findBy', item, 'id') === 'match') {
		const matched = await updateMatching({ read, operation, client, source }, item);
		return matched.ok ? { ...matched, records: shaped(matched.records) } : matched;
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
		const keep = readFilter(read, item, forAgent);
		if (!keep.ok) return { ok: false, error: { kind: 'input', problem: keep.problem } };
		const skip = readSkip(read, item);
		const result = await list(client, {
			resource: resource.value,
			request,
			limit: limit.value === undefined ? undefined : limit.value + skip,
			overrides: readListOverrides(read, item),
			parallel: client.parallel,
			keep: keep.value,
			settings,
		});
		if (result.ok) {
			const { records, found, more } = result;
			return { ok: true, records: shaped(records.slice(skip), { skipped: skip, more }), found };
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
