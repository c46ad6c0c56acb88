import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWorkflowDataProxyAdditionalKeys,
} from 'n8n-workflow';

import { isObject } from '../../records/json';
import type { Scheme } from '../../signature/search';
import { ignored, NOT_RECORDED } from '../messages';
import { inFlight } from './inFlight';
import type { DeliveryKey, identify } from './key';
import { dedupeStore } from './store';

/** Passed from `webhook()` to `execute()`, which may run later and in another process. */
export interface AcceptedDelivery {
	/** One, or the events of a batch. */
	events: Array<
		ReturnType<typeof identify> & { data: IDataObject; output: number; event?: string }
	>;
	outputs: number;
	receivedAt: number;
	/** Whether to record it, so that its repetitions do not run. */
	isCounted?: boolean;
	/** How many copies were accepted before, and a key of the first. */
	copy?: number;
	original?: DeliveryKey;
	scheme: Scheme;
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

/** In the workflow's static data: how the last delivery was signed, for after a restart. */
export const SCHEME_FIELD = 'signatureScheme';

/** Outputs the events that have not run before. n8n's store is available in `execute()`, not in `webhook()`. */
export async function executeDelivery(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const packed = items[0]?.json[FIELD];
	// Someone runs the workflow manually with another item.
	if (!isObject(packed)) return [items];
	const delivery = packed as unknown as AcceptedDelivery; // written by `packDelivery`, and only by that
	nameExecution(context, delivery);
	if (delivery.note) context.addExecutionHints({ message: delivery.note, location: 'outputPane' });
	// An execution that is retried manually must run.
	const isLive = context.getMode() === 'webhook';
	if (isLive) keepScheme(context, delivery.scheme);
	const events =
		isLive && delivery.isCounted ? await recordFirst(context, delivery) : delivery.events;
	if (events.length === 0) {
		context.addExecutionHints({ message: ignored.repeated(), location: 'outputPane' });
	}
	return Array.from({ length: delivery.outputs }, (_, output) =>
		events
			.filter((event) => event.output === output)
			.map(({ data }) => ({ json: data, pairedItem: { item: 0 } })),
	);
}

/** Only assigned if it has changed, as n8n then saves the workflow's static data. */
function keepScheme(context: IExecuteFunctions, scheme: Scheme): void {
	const data = context.getWorkflowStaticData('node');
	if (JSON.stringify(data[SCHEME_FIELD]) !== JSON.stringify(scheme)) data[SCHEME_FIELD] = scheme;
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
		context.logger.debug('The event and the delivery ID could not be added to the execution', {
			error,
		});
	}
}

/** n8n 1 only has it in expressions, which are slower. */
function customDataOf(context: IExecuteFunctions) {
	if ('customData' in context) return context.customData;
	const proxy = (context as IExecuteFunctions).getWorkflowDataProxy(0); // the types are those of n8n 2
	return (proxy as IWorkflowDataProxyAdditionalKeys).$execution?.customData; // typed as anything
}

async function recordFirst(
	context: IExecuteFunctions,
	{ events, receivedAt, copy, original }: AcceptedDelivery,
): Promise<AcceptedDelivery['events']> {
	const node = `${context.getWorkflow().id}:${context.getNode().id}`;
	const all = events.flatMap(({ keys }) => keys);
	const claim = {
		deliveries: events.map(({ keys }) => keys),
		// An execution in this process never starts over, one from a queue may.
		executionId: inFlight.accepted(node, all, Date.now()) ? undefined : context.getExecutionId(),
		...{ receivedAt, copy, original },
	};
	const findings = await dedupeStore.record(node, claim, async (texts) => {
		const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
		const { processed } = await context.helpers.checkProcessedAndRecord(texts, 'node', options);
		return new Set(processed.map(String));
	});
	for (const [index, { keys }] of events.entries()) {
		const finding = findings[index];
		if (typeof finding === 'object') continue;
		// A repetition must not extend a limited time, and it is not known here when the first one was recorded.
		const recorded = keys.filter((key) => finding === 'first' || key.countsForMs === undefined);
		inFlight.record(node, recorded, Date.now());
	}
	inFlight.release(node, all);
	const unknown = findings.find((finding) => typeof finding === 'object');
	if (unknown) context.logger.warn(NOT_RECORDED, { error: unknown.unknown });
	return events.filter((_, index) => findings[index] !== 'repeated');
}
