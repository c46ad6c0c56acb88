import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../records/value';
import { withoutDuplicates } from './duplicates';
import type { EventKeys } from './keys';

/** The item between `webhook()` and `execute()`, which may run later and in another process. */
export interface AcceptedDelivery {
	events: Array<EventKeys & { item: IDataObject }>;
	receivedAt: number;
}

/** The field of the item that has it. */
export const DELIVERY = 'projectWorkspaceDelivery';

export const DUPLICATE =
	'The delivery was already received, so it does not start the workflow again.';

/** Outputs the events that have not run before. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const json = items[0]?.json[DELIVERY];
	// Someone runs the workflow manually with another item.
	if (!isObject(json)) return [items];

	const { events, receivedAt } = json as unknown as AcceptedDelivery; // written by `receive`
	// Tests, and executions that a person starts again, always run.
	const isCounted = context.getMode() === 'webhook';
	const newEvents = isCounted ? await withoutDuplicates(context, events, receivedAt) : events;
	if (newEvents.length === 0) {
		context.addExecutionHints({ message: DUPLICATE, location: 'outputPane' });
	}
	return [newEvents.map(({ item }) => ({ json: item, pairedItem: { item: 0 } }))];
}
