import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { unpack, type AcceptedDelivery } from './acceptedDelivery';
import { entriesFor } from './entries';
import type { Finding } from './ledger';
import { ledger, recentDeliveries } from './processState';
import { ignored, NOT_ON_RECORD } from '../words';

/**
 * How many entries n8n keeps for a node: one for a delivery with an ID, two for one without. It reads and writes all
 * of them each time, which for five thousand (135 KB) takes it about a millisecond.
 */
const MOST_ENTRIES = 5_000;

/** Hands a delivery on, if it is the first of its kind. Here, and not in `webhook()`, n8n's store is at hand. */
export async function runDelivery(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const delivery = unpack(items);
	if (!delivery) return [items];
	const outputs = Array.from({ length: delivery.outputs }, (): INodeExecutionData[] => []);
	// A person who retries an execution wants it to run.
	const identity = context.getMode() === 'webhook' ? delivery.identity : undefined;
	if (identity && (await findingFor(context, delivery, identity)) === 'repeated') {
		context.addExecutionHints({ message: ignored.repeated(), location: 'outputPane' });
		return outputs;
	}
	outputs[delivery.output]?.push({ json: delivery.data, pairedItem: { item: 0 } });
	return outputs;
}

async function findingFor(
	context: IExecuteFunctions,
	{ receivedAt }: AcceptedDelivery,
	identity: NonNullable<AcceptedDelivery['identity']>,
): Promise<Finding> {
	const node = `${context.getWorkflow().id}:${context.getNode().id}`;
	const recentKey = `${node}:${identity.key}`;
	const isFromHere = recentDeliveries.underway(recentKey, Date.now()) !== undefined;
	const entries = entriesFor(
		identity,
		receivedAt,
		// Where this process dies, n8n does not start the execution over; a worker's queue does.
		isFromHere ? undefined : context.getExecutionId(),
	);
	const finding = await ledger.record(node, entries, async (texts) => {
		const options = { mode: 'entries', maxEntries: MOST_ENTRIES } as const;
		const { processed } = await context.helpers.checkProcessedAndRecord(texts, 'node', options);
		return new Set(processed.map(String));
	});
	if (typeof finding === 'string') {
		recentDeliveries.record(recentKey, Date.now());
	} else {
		recentDeliveries.release(recentKey);
		context.logger.warn(NOT_ON_RECORD, { error: finding.unknown });
	}
	return finding;
}
