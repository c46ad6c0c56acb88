import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { DeliveryKey, EventKeys } from './keys';

/** How many keys this process remembers: far more than come within the tolerance of a signed timestamp. */
const MAX_NOTED = 100_000;

/** How many keys of a trigger n8n's store has, which is read and written as a whole. */
export const MAX_STORED = 5_000;

const TEN_MINUTES_MS = 600_000;

const SLOT_MS = TEN_MINUTES_MS / 5;
const SLOTS = [0, 1, 2, 3, 4];

/** The keys of all triggers, the oldest first, and until when they count, by `performance.now()`. */
const noted = new Map<string, number>();

/** Whether this process has noted one of the keys. */
export const isNoted = (keys: readonly DeliveryKey[]): boolean =>
	keys.some(({ key }) => (noted.get(key) ?? -Infinity) > performance.now());

/** Notes them before anything starts, so that a copy that comes at the same time is recognized. */
export function noteKeys(keys: readonly DeliveryKey[]): void {
	const inTenMinutes = performance.now() + TEN_MINUTES_MS;
	forgetKeys(keys);
	for (const { key, isLasting } of keys) noted.set(key, isLasting ? Infinity : inTenMinutes);

	for (const key of noted.keys()) {
		if (noted.size <= MAX_NOTED) break;
		noted.delete(key);
	}
}

export function forgetKeys(keys: readonly DeliveryKey[]): void {
	for (const { key } of keys) noted.delete(key);
}

/** Notes the events of a delivery, and returns those that this process has not received before. */
export function noteNewEvents<Event extends EventKeys>(
	context: IWebhookFunctions,
	events: readonly Event[],
): Event[] {
	const newEvents = events.filter(({ meets }) => !isNoted(meets));
	noteKeys(keysToNote(events, newEvents));

	// If n8n does not start the workflow, the service sends the delivery again.
	const response = context.getResponseObject();
	response.once('close', () => {
		const isAccepted = response.writableFinished && response.statusCode < 300;
		if (isAccepted) return;
		for (const { notes } of newEvents) forgetKeys(notes);
	});
	return newEvents;
}

/** What is noted if some of the events are new. */
function keysToNote(events: readonly EventKeys[], newEvents: readonly EventKeys[]): DeliveryKey[] {
	const areNew = new Set(newEvents);
	return events.flatMap((event) => (areNew.has(event) ? event.notes : event.notesAgain));
}

/** The parts of its URL: in n8n 1, two triggers of a workflow may have the same node ID. */
export function triggerOf(context: IExecuteFunctions | IWebhookFunctions): string {
	const { webhookId, name } = context.getNode();
	// A copied workflow may keep the rest.
	return `${context.getWorkflow().id}:${webhookId ?? name}`;
}

/** When the last write of each trigger ends: n8n's store is read and written back, so two at once would lose one. */
const writes = new Map<string, Promise<unknown>>();

/**
 * The events that have not run before, by n8n's store: after a restart, and in queue mode, where several processes
 * receive. If the store cannot be written, all of them run.
 */
export async function withoutDuplicates<Event extends EventKeys>(
	context: IExecuteFunctions,
	events: readonly Event[],
	receivedAt: number,
): Promise<readonly Event[]> {
	if (events.every(({ notes }) => notes.length === 0)) return events;

	const trigger = triggerOf(context);
	const write = async () => await storeNewEvents(context, events, receivedAt);
	const written = (writes.get(trigger) ?? Promise.resolve()).then(write, write);
	writes.set(trigger, written);
	try {
		return await written;
	} catch (error) {
		context.logger.warn(
			'The delivery could not be recorded, so a duplicate may start the workflow again.',
			{ error },
		);
		return events;
	}
}

/** Stores what the events note, and returns those that are new. */
async function storeNewEvents<Event extends EventKeys>(
	context: IExecuteFunctions,
	events: readonly Event[],
	receivedAt: number,
): Promise<readonly Event[]> {
	const slot = Math.floor(receivedAt / SLOT_MS);
	// A key that is only met, and for ten minutes only, is not asked for: n8n stores what is asked for, and each removal is
	// another write.
	const lasting = events.flatMap(({ meets }) => meets.filter(({ isLasting }) => isLasting));
	const notes = events.flatMap((event) => event.notes);
	const asked = new Set(entriesOf([...notes, ...lasting], slot));

	// An execution from a queue may start over, and then finds what it has stored itself. The store is read and written
	// as a whole, so there is no such entry where this process has received the delivery, and so has noted it.
	const execution = `${triggerOf(context)} execution ${context.getExecutionId()}`;
	if (!isNoted(notes)) asked.add(execution);

	const options = { mode: 'entries', maxEntries: MAX_STORED } as const;
	const { checkProcessedAndRecord, removeProcessed } = context.helpers;
	const answer = await checkProcessedAndRecord([...asked], 'node', options);
	const before = new Set<unknown>(answer.processed);
	if (before.has(execution)) return events;

	const newEvents = events.filter(
		({ meets }) => !entriesOf(meets, slot).some((entry) => before.has(entry)),
	);
	// n8n has also stored what was only asked for.
	const kept = new Set<unknown>([execution, ...entriesOf(keysToNote(events, newEvents), slot)]);
	const onlyAsked = answer.new.filter((entry) => !kept.has(entry));
	if (onlyAsked.length > 0) await removeProcessed(onlyAsked, 'node', options);
	return newEvents;
}

/** The entries of keys in n8n's store, which knows no times: a key has one for each two minutes in which it counts. */
const entriesOf = (keys: readonly DeliveryKey[], slot: number): string[] =>
	keys.flatMap(({ key, isLasting }) =>
		isLasting ? key : SLOTS.map((slotsAgo) => `${key} ${slot - slotsAgo}`),
	);
