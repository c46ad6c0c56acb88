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
import type { DeliveryIdentity, DeliveryKey } from './key';
import { dedupeStore } from './store';

/** What `webhook()` hands to `execute()`, which may run in another process and later. */
export interface AcceptedDelivery {
	/** One, or those of a batch: what the workflow gets, by which output, and what executions can be searched by. */
	events: Array<DeliveryIdentity & { data: IDataObject; output: number; event?: string }>;
	outputs: number;
	receivedAt: number;
	/** Whether its repetitions are left out. */
	isCounted?: boolean;
	/** How many copies of it were accepted before it, and a key of the first. */
	copy?: number;
	original?: DeliveryKey;
	scheme: Scheme;
	/** For who tests it in the editor. */
	note?: string;
}

const FIELD = 'projectWorkspaceDelivery';

export const packDelivery = (delivery: AcceptedDelivery): INodeExecutionData[][] => [
	[{ json: { [FIELD]: { ...delivery } } }],
];

/**
 * How many entries n8n keeps for a node, the newest: the last 1,500 deliveries at least, with up to three entries for
 * their keys and two more in queue mode. It reads and writes all of them each time, 27 characters for each.
 */
export const MOST_ENTRIES = 7_500;

/** Where the layout of the last delivery is kept with the workflow, so that it survives a restart. */
export const SCHEME_FIELD = 'signatureScheme';

/** Hands a delivery on, if it is the first of its kind. Here, and not in `webhook()`, n8n's store is at hand. */
export async function executeDelivery(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const packed = items[0]?.json[FIELD];
	// A person runs the workflow with an item of another kind.
	if (!isObject(packed)) return [items];
	const delivery = packed as unknown as AcceptedDelivery; // written by `packDelivery`, and only by that
	nameExecution(context, delivery);
	if (delivery.note) context.addExecutionHints({ message: delivery.note, location: 'outputPane' });
	// A person who retries an execution wants it to run.
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

/** n8n saves it only if it has changed. */
function keepScheme(context: IExecuteFunctions, scheme: Scheme): void {
	const data = context.getWorkflowStaticData('node');
	if (JSON.stringify(data[SCHEME_FIELD]) !== JSON.stringify(scheme)) data[SCHEME_FIELD] = scheme;
}

/** n8n logs a line for a longer value. */
const LONGEST_VALUE = 255;

/** What executions can be searched by. Without it the delivery runs all the same. */
function nameExecution(context: IExecuteFunctions, { events: [first] }: AcceptedDelivery): void {
	try {
		const customData = customDataOf(context);
		if (first?.event) customData?.set('event', first.event.slice(0, LONGEST_VALUE));
		if (first?.id) customData?.set('deliveryId', first.id.slice(0, LONGEST_VALUE));
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

async function recordFirst(
	context: IExecuteFunctions,
	{ events, receivedAt, copy, original }: AcceptedDelivery,
): Promise<AcceptedDelivery['events']> {
	const node = `${context.getWorkflow().id}:${context.getNode().id}`;
	const all = events.flatMap(({ keys }) => keys);
	const claim = {
		deliveries: events.map(({ keys }) => keys),
		// Where this process dies, n8n does not start the execution over; a worker's queue may.
		executionId: inFlight.accepted(node, all, Date.now()) ? undefined : context.getExecutionId(),
		...{ receivedAt, copy, original },
	};
	const findings = await dedupeStore.record(node, claim, async (texts) => {
		const options = { mode: 'entries', maxEntries: MOST_ENTRIES } as const;
		const { processed } = await context.helpers.checkProcessedAndRecord(texts, 'node', options);
		return new Set(processed.map(String));
	});
	for (const [index, { keys }] of events.entries()) {
		const finding = findings[index];
		if (typeof finding === 'object') continue;
		// A repetition must not make a limited time longer, and when the first one was recorded is not known here.
		const recorded = keys.filter((key) => finding === 'first' || key.countsForMs === undefined);
		inFlight.record(node, recorded, Date.now());
	}
	inFlight.release(node, all);
	const unknown = findings.find((finding) => typeof finding === 'object');
	if (unknown) context.logger.warn(NOT_RECORDED, { error: unknown.unknown });
	return events.filter((_, index) => findings[index] !== 'repeated');
}
