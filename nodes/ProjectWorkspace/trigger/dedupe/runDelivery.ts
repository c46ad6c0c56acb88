import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { unpack, type AcceptedDelivery } from './acceptedDelivery';
import { dedupeEntries } from './dedupeEntries';
import { dedupeStore, inFlight } from './processState';
import type { Finding } from './store';
import { ignored, NOT_ON_RECORD } from '../words';

/**
 * How many entries n8n keeps for a node, the newest: one for a delivery, two for one that counts for a limited time,
 * and one more in queue mode. It reads and writes all of them each time, which for five thousand (135 KB) takes it
 * about a millisecond.
 */
export const MOST_ENTRIES = 5_000;

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
	const now = Date.now();
	const isFromHere = inFlight.underway(recentKey, now) !== undefined;
	const entries = dedupeEntries({
		identity,
		receivedAt,
		lastRecordedAt: inFlight.recordedAt(recentKey, now),
		// Where this process dies, n8n does not start the execution over; a worker's queue does.
		executionId: isFromHere ? undefined : context.getExecutionId(),
	});
	const finding = await dedupeStore.record(node, entries, async (texts) => {
		const options = { mode: 'entries', maxEntries: MOST_ENTRIES } as const;
		const { processed } = await context.helpers.checkProcessedAndRecord(texts, 'node', options);
		return new Set(processed.map(String));
	});
	if (typeof finding === 'string') {
		inFlight.record(recentKey, Date.now());
	} else {
		inFlight.release(recentKey);
		context.logger.warn(NOT_ON_RECORD, { error: finding.unknown });
	}
	return finding;
}
