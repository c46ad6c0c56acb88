import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWorkflowDataProxyAdditionalKeys,
} from 'n8n-workflow';

import { isObject } from '../../records/json';
import { ignored, NOT_RECORDED } from '../messages';
import type { Finding } from './batch';
import { inFlight } from './inFlight';
import type { DeliveryIdentity } from './key';
import { dedupeStore } from './store';

/** What `webhook()` hands to `execute()`, which may run in another process and later. */
export interface AcceptedDelivery {
	/** What the workflow gets. */
	data: IDataObject;
	/** Which output it leaves by, of how many. */
	output: number;
	outputs: number;
	/** Left out where repetitions are let through. */
	identity?: DeliveryIdentity;
	/** Milliseconds since 1970. */
	receivedAt: number;
	/** How many copies of it were accepted before it. */
	copy?: number;
	/** What executions can be searched by. */
	event?: string;
	deliveryId?: string;
}

const FIELD = 'projectWorkspaceDelivery';

export const packDelivery = (delivery: AcceptedDelivery): INodeExecutionData[][] => [
	[{ json: { [FIELD]: { ...delivery } } }],
];

/**
 * How many entries n8n keeps for a node, the newest: one for a delivery, two for one that counts for a limited time,
 * and two more in queue mode. It reads and writes all of them each time, which for five thousand (135 KB) takes it
 * about a millisecond.
 */
export const MOST_ENTRIES = 5_000;

/** Hands a delivery on, if it is the first of its kind. Here, and not in `webhook()`, n8n's store is at hand. */
export async function executeDelivery(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const packed = items[0]?.json[FIELD];
	// A person runs the workflow with an item of another kind.
	if (!isObject(packed)) return [items];
	const delivery = packed as unknown as AcceptedDelivery; // written by `packDelivery`, and only by that
	nameExecution(context, delivery);
	const outputs = Array.from({ length: delivery.outputs }, (): INodeExecutionData[] => []);
	// A person who retries an execution wants it to run.
	const identity = context.getMode() === 'webhook' ? delivery.identity : undefined;
	if (identity && (await record(context, identity, delivery)) === 'repeated') {
		context.addExecutionHints({ message: ignored.repeated(), location: 'outputPane' });
		return outputs;
	}
	outputs[delivery.output]?.push({ json: delivery.data, pairedItem: { item: 0 } });
	return outputs;
}

/** n8n logs a line for a longer value. */
const LONGEST_VALUE = 255;

/** What executions can be searched by. Without it the delivery runs all the same. */
function nameExecution(context: IExecuteFunctions, { event, deliveryId }: AcceptedDelivery): void {
	try {
		const customData = customDataOf(context);
		if (event) customData?.set('event', event.slice(0, LONGEST_VALUE));
		if (deliveryId) customData?.set('deliveryId', deliveryId.slice(0, LONGEST_VALUE));
	} catch (error) {
		context.logger.debug('The event and the delivery ID could not be added to the execution', {
			error,
		});
	}
}

/** n8n 1 has it in expressions only; they cost more, as each time the day is looked up for `$today`. */
function customDataOf(context: IExecuteFunctions) {
	if ('customData' in context) return context.customData;
	const proxy = (context as IExecuteFunctions).getWorkflowDataProxy(0); // the types are those of n8n 2
	return (proxy as IWorkflowDataProxyAdditionalKeys).$execution?.customData; // typed as anything
}

async function record(
	context: IExecuteFunctions,
	identity: DeliveryIdentity,
	{ receivedAt, copy }: AcceptedDelivery,
): Promise<Finding> {
	const node = `${context.getWorkflow().id}:${context.getNode().id}`;
	const key = `${node}:${identity.key}`;
	const claim = {
		identity,
		receivedAt,
		// Where this process dies, n8n does not start the execution over; a worker's queue may.
		executionId: inFlight.accepted(key, Date.now()) ? undefined : context.getExecutionId(),
		copy,
	};
	const finding = await dedupeStore.record(node, claim, async (texts) => {
		const options = { mode: 'entries', maxEntries: MOST_ENTRIES } as const;
		const { processed } = await context.helpers.checkProcessedAndRecord(texts, 'node', options);
		return new Set(processed.map(String));
	});
	// A repetition must not make a limited time longer, and when the first one was recorded is not known here.
	const isFresh = finding === 'first' || identity.countsForMs === undefined;
	if (typeof finding === 'string' && isFresh) inFlight.record(key, Date.now());
	else inFlight.release(key);
	if (typeof finding === 'object') context.logger.warn(NOT_RECORDED, { error: finding.unknown });
	return finding;
}
