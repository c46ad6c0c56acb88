import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { buildRequest } from '../derive/request';
import { withinBudget } from '../output/budget';
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
	readValues,
} from './parameters';

export type ItemResult =
	/** `found`: what was found out about a list, in words. */
	{ ok: true; records: IDataObject[]; found?: string } | { ok: false; error: ItemError };

/** One item: its parameters, its request, its records. */
export async function runItem(
	context: IExecuteFunctions,
	operation: Operation,
	item: number,
	client: Client,
): Promise<ItemResult> {
	const { resource, endpoint } = operation;
	const read = readValues(context, operation, item);
	if (!read.ok) return { ok: false, error: { kind: 'input', problem: read.problem } };
	const built = buildRequest(operation, read.values);
	if (!built.ok) return { ok: false, error: { kind: 'input', problem: built.problem } };
	const shape = readShape(context, item);
	if (!shape.ok) return { ok: false, error: { kind: 'input', problem: shape.problem } };
	const { request } = built;
	const settings = readSendSettings(context, item);
	const shaped = (records: IDataObject[]) => {
		const all =
			shape.value.mode === 'raw'
				? records
				: records.map((record) => shapeRecord(record, shape.value));
		return isForAgent(context) ? withinBudget(all) : all;
	};

	if (endpoint.answer.gives === 'list') {
		const limit = readLimit(context, item);
		if (!limit.ok) return { ok: false, error: { kind: 'input', problem: limit.problem } };
		const result = await list(client, {
			resource: resource.value,
			request,
			limit: limit.value,
			overrides: readListOverrides(context, item),
			parallel: client.parallel,
			settings,
		});
		if (result.ok) return { ...result, records: shaped(result.records) };
		return {
			ok: false,
			error: 'refusal' in result ? { kind: 'list', ...result } : { kind: 'request', ...result },
		};
	}

	const outcome = await client.send(request, settings);
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };
	const records = recordsOf(outcome.body, resource, endpoint.answer.done, read.values.id);
	return { ok: true, records: shaped(records) };
}

/** n8n runs a tool either in a context of its own or, for newer agents, as a node of the type's second name. */
const isForAgent = (context: IExecuteFunctions) =>
	context.isToolExecution() || context.getNode().type.endsWith('Tool');
