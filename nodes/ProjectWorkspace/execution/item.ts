import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { buildRequest } from '../derive/request';
import { firstPage } from '../output/firstPage';
import { recordsOf } from '../output/record';
import type { Client } from '../transport/client';
import type { ItemError } from './errors';
import { readTimeout, readValues } from './parameters';

export type ItemResult = { ok: true; records: IDataObject[] } | { ok: false; error: ItemError };

/** One item: its parameters, its request, its records. */
export async function runItem(
	context: IExecuteFunctions,
	operation: Operation,
	item: number,
	client: Client,
): Promise<ItemResult> {
	const read = readValues(context, operation, item);
	if (!read.ok) return { ok: false, error: { kind: 'input', problem: read.problem } };
	const built = buildRequest(operation, read.values);
	if (!built.ok) return { ok: false, error: { kind: 'input', problem: built.problem } };

	const outcome = await client.send(built.request, readTimeout(context, item));
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };

	const { answer } = operation.endpoint;
	if (answer.gives === 'list') {
		const records = firstPage(outcome.body, operation.resource);
		const all = context.getNodeParameter('returnAll', item, false);
		return {
			ok: true,
			records: all ? records : records.slice(0, context.getNodeParameter('limit', item, 50)),
		};
	}
	return {
		ok: true,
		records: recordsOf(outcome.body, operation.resource, answer.done, read.values.id),
	};
}
