import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { buildRequest } from '../derive/request';
import { withinBudget, type Place } from '../output/budget';
import { recordsOf } from '../output/record';
import { shapeRecord } from '../output/shape';
import type { Client } from '../transport/client';
import type { ItemError } from './errors';
import { list } from './list';
import {
	readLimit,
	readListOverrides,
	readSendSettings,
	readShape,
	readSkip,
	readValues,
} from './parameters';
import type { ParameterReader } from './reader';

export type ItemResult =
	/** `found`: what was found out about a list, in words. */
	{ ok: true; records: IDataObject[]; found?: string } | { ok: false; error: ItemError };

/** What all items of a run have in common. */
export interface Run {
	read: ParameterReader;
	operation: Operation;
	client: Client;
	/** Whether an AI agent reads the answer. */
	forAgent: boolean;
}

/** One item: its parameters, its request, its records. */
export async function runItem(
	{ read, operation, client, forAgent }: Run,
	item: number,
): Promise<ItemResult> {
	const { resource, endpoint } = operation;
	const values = readValues(read, operation, item);
	if (!values.ok) return { ok: false, error: { kind: 'input', problem: values.problem } };
	const built = buildRequest(operation, values.values);
	if (!built.ok) return { ok: false, error: { kind: 'input', problem: built.problem } };
	const shape = readShape(read, item);
	if (!shape.ok) return { ok: false, error: { kind: 'input', problem: shape.problem } };
	const { request } = built;
	const settings = readSendSettings(read, item);
	const shaped = (records: IDataObject[], place?: Place) => {
		const all =
			shape.value.mode === 'raw'
				? records
				: records.map((record) => shapeRecord(record, shape.value));
		return forAgent ? withinBudget(all, place) : all;
	};

	if (endpoint.answer.gives === 'list') {
		const limit = readLimit(read, item);
		if (!limit.ok) return { ok: false, error: { kind: 'input', problem: limit.problem } };
		const skip = readSkip(read, item);
		const result = await list(client, {
			resource: resource.value,
			request,
			limit: limit.value === undefined ? undefined : limit.value + skip,
			overrides: readListOverrides(read, item),
			parallel: client.parallel,
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
	return { ok: true, records: shaped(records) };
}
