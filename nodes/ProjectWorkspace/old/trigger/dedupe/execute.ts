import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWebhookFunctions,
	IWorkflowDataProxyAdditionalKeys,
} from 'n8n-workflow';

import { asHtml, logLine } from '../../texts';
import { isObject } from '../../records/value';
import { ignored, NOT_RECORDED } from '../messages';
import { inFlight } from './inFlight';
import { isLasting, type DedupeClaim } from './key';
import { listOf, type EntryStore } from './store';

/** Passed from `webhook()` to `execute()`, which may run later and in another process. */
export interface AcceptedDelivery extends DedupeClaim {
	/** One, or those of a batch. */
	events: Array<{ part: number; id?: string; event?: string; output: number; data: IDataObject }>;
	outputs: number;
	/** Shown in the editor during a test. */
	note?: string;
}

const FIELD = 'projectWorkspaceDelivery';

export const packDelivery = (delivery: AcceptedDelivery): INodeExecutionData[][] => [
	[{ json: { [FIELD]: { ...delivery } } }],
];

/**
 * How many entries n8n keeps for a node: at least the last 1,500 deliveries, with up to three entries for their keys and
 * two more in queue mode. n8n reads and writes all of them each time, with 27 characters each.
 */
export const MAX_ENTRIES = 7_500;

/** By what its URL is made of: in n8n 1, two triggers of a workflow may have the same node ID. */
export const triggerOf = ({ webhookId, name }: INode) => webhookId ?? name;

/** With the workflow's ID, as a copied workflow may keep the rest. */
export const nodeOf = (context: IExecuteFunctions | IWebhookFunctions) =>
	`${context.getWorkflow().id}:${triggerOf(context.getNode())}`;

/** In n8n's log, where triggers of several workflows may have the same name. */
export function labelOf(context: IWebhookFunctions) {
	const { id, name = id } = context.getWorkflow();
	return `"${context.getNode().name}" in the workflow "${name}"`;
}

/** Outputs the events that have not run before. n8n's store is available in `execute()`, not in `webhook()`. */
export async function executeDelivery(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const packed = items[0]?.json[FIELD];
	// Someone runs the workflow manually with another item.
	if (!isObject(packed)) return [items];
	const delivery = packed as unknown as AcceptedDelivery; // written by `packDelivery`, and only by that
	nameExecution(context, delivery);
	if (delivery.note) {
		context.addExecutionHints({ message: asHtml(delivery.note), location: 'outputPane' });
	}
	// An execution that is retried manually must run.
	const isCounted = context.getMode() === 'webhook' && delivery.copyNumber !== undefined;
	const events = isCounted ? await eventsOfOriginals(context, delivery) : delivery.events;
	if (events.length === 0) {
		context.addExecutionHints({ message: ignored.duplicate(), location: 'outputPane' });
	}
	return Array.from({ length: delivery.outputs }, (_, output) =>
		events
			.filter((event) => event.output === output)
			.map(({ data }) => ({ json: data, pairedItem: { item: 0 } })),
	);
}

/** n8n logs a warning for longer values. */
const MAX_VALUE_CHARACTERS = 255;

/** Adds the values by which executions can be searched. If that is not possible, the delivery runs anyway. */
function nameExecution(context: IExecuteFunctions, { events: [first] }: AcceptedDelivery): void {
	try {
		const customData = customDataOf(context);
		if (first?.event) customData?.set('event', first.event.slice(0, MAX_VALUE_CHARACTERS));
		if (first?.id) customData?.set('deliveryId', first.id.slice(0, MAX_VALUE_CHARACTERS));
	} catch (error) {
		context.logger.debug('The event and the ID could not be added to the execution', { error });
	}
}

/** n8n 1 only has it in expressions, which are slower. */
function customDataOf(context: IExecuteFunctions) {
	if ('customData' in context) return context.customData;
	const proxy = (context as IExecuteFunctions).getWorkflowDataProxy(0); // the types are those of n8n 2
	return (proxy as IWorkflowDataProxyAdditionalKeys).$execution?.customData; // typed as anything
}

/** The events that have not run before. If they cannot be recorded, all of them run. */
async function eventsOfOriginals(
	context: IExecuteFunctions,
	delivery: AcceptedDelivery,
): Promise<AcceptedDelivery['events']> {
	const node = nodeOf(context);
	const { parts, events, receivedAt } = delivery;
	// An execution in this process never starts over, one from a queue may.
	const isHere = inFlight.find(node, parts.flat()) !== undefined;
	const executionId = isHere ? undefined : context.getExecutionId();
	try {
		const claim = { ...delivery, executionId };
		const areOriginals = await listOf(node).record(claim, storeOf(context));
		for (const [index, keys] of parts.entries()) {
			// A copy must not extend a limited time, and it is not known here when the original was recorded.
			inFlight.record(node, areOriginals[index] ? keys : keys.filter(isLasting), receivedAt);
		}
		return events.filter(({ part }) => areOriginals[part]);
	} catch (error) {
		const write = (line: string) => context.logger.warn(line, { error });
		logLine(write, `${node}:notRecorded`, NOT_RECORDED);
		return events;
	} finally {
		inFlight.release(node, parts.flat());
	}
}

/** n8n's store for this node. */
function storeOf({ helpers }: IExecuteFunctions): EntryStore {
	const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
	return {
		async add(texts) {
			const { processed } = await helpers.checkProcessedAndRecord(texts, 'node', options);
			return new Set(processed.map(String));
		},
		async remove(texts) {
			await helpers.removeProcessed(texts, 'node', options);
		},
	};
}
