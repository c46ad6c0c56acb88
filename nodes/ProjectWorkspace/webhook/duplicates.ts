import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { logLine } from '../texts';
import type { DeliveryKey } from './keys';

/** How many keys of a trigger are remembered, here and in n8n's store, which is read and written as a whole. */
export const MAX_KEYS = 5_000;

const TEN_MINUTES_MS = 600_000;

/** The keys of each trigger, and until when they count, by `performance.now()`. */
const noted = new Map<string, Map<string, number>>();

/** Whether this process has received a delivery with one of the keys. */
export function isNoted(trigger: string, keys: readonly DeliveryKey[]): boolean {
	const known = noted.get(trigger);
	return keys.some(({ key }) => (known?.get(key) ?? -Infinity) > performance.now());
}

/** Notes them before anything starts, so that a copy that comes meanwhile is recognized. */
export function noteKeys(trigger: string, keys: readonly DeliveryKey[]): void {
	const known = noted.get(trigger) ?? new Map<string, number>();
	noted.set(trigger, known);

	for (const { key, isLasting } of keys) {
		known.delete(key);
		known.set(key, isLasting ? Infinity : performance.now() + TEN_MINUTES_MS);
	}
	for (const key of known.keys()) {
		if (known.size <= MAX_KEYS) break;
		known.delete(key);
	}
}

export function forgetKeys(trigger: string, keys: readonly DeliveryKey[]): void {
	for (const { key } of keys) noted.get(trigger)?.delete(key);
}

/** By what its URL is made of: in n8n 1, two triggers of a workflow may have the same node ID. */
export function triggerOf(context: IExecuteFunctions | IWebhookFunctions): string {
	const { webhookId, name } = context.getNode();
	// A copied workflow may keep the rest.
	return `${context.getWorkflow().id}:${webhookId ?? name}`;
}

/**
 * The events that have not run before, by n8n's store: after a restart, and in queue mode, where several processes
 * receive. If the store cannot be written, all of them run.
 */
export async function withoutDuplicates<Keyed extends { keys: DeliveryKey[] }>(
	context: IExecuteFunctions,
	events: readonly Keyed[],
	receivedAt: number,
): Promise<readonly Keyed[]> {
	const trigger = triggerOf(context);
	const tenMinutes = Math.floor(receivedAt / TEN_MINUTES_MS);
	const entriesOf = ({ keys }: Keyed) =>
		keys.map(({ key, isLasting }) => `${trigger} ${key} ${isLasting ? 'lasting' : tenMinutes}`);

	const entries = events.flatMap(entriesOf);
	if (entries.length === 0) return events;

	// An execution from a queue may start over, and then finds what it has stored itself.
	const execution = `${trigger} execution ${context.getExecutionId()}`;
	const isReceivedElsewhere = !events.some(({ keys }) => isNoted(trigger, keys));
	if (isReceivedElsewhere) entries.push(execution);

	try {
		const known = await storeEntries(context, trigger, entries);
		if (known.has(execution)) return events;
		return events.filter((event) => !entriesOf(event).some((entry) => known.has(entry)));
	} catch (error) {
		const line = 'The delivery could not be recorded, so a duplicate may start the workflow again.';
		logLine((text) => context.logger.warn(text, { error }), `${trigger}:notRecorded`, line);
		return events;
	}
}

/** When the last write of each trigger ends: n8n's store is read and written back, so two at once would lose one. */
const writes = new Map<string, Promise<unknown>>();

/** Stores the entries, and returns those that were there before. */
async function storeEntries(
	context: IExecuteFunctions,
	trigger: string,
	entries: readonly string[],
): Promise<ReadonlySet<unknown>> {
	const write = async () =>
		await context.helpers.checkProcessedAndRecord([...new Set(entries)], 'node', {
			mode: 'entries',
			maxEntries: MAX_KEYS,
		});
	const written = (writes.get(trigger) ?? Promise.resolve()).then(write, write);
	writes.set(trigger, written);

	const { processed } = await written;
	return new Set(processed);
}
