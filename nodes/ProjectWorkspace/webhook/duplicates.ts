import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { logLine } from '../texts';
import type { DeliveryKey, EventKeys } from './keys';

/** How many keys this process remembers: far more than come within the tolerance of a signed timestamp. */
const MAX_NOTED = 100_000;

/** How many keys of a trigger n8n's store has, which is read and written as a whole. */
export const MAX_STORED = 5_000;

const TEN_MINUTES_MS = 600_000;

/** n8n's store knows no times, so a key has an entry for each two minutes in which it counts. */
const SLOT_MS = TEN_MINUTES_MS / 5;
const SLOTS = [0, 1, 2, 3, 4];

/** The keys of all triggers, the oldest first, and until when they count, by `performance.now()`. */
const noted = new Map<string, number>();

const nameOf = (trigger: string, { key }: DeliveryKey): string => `${trigger} ${key}`;

/** Whether this process has noted one of the keys. */
export const isNoted = (trigger: string, keys: readonly DeliveryKey[]): boolean =>
	keys.some((key) => (noted.get(nameOf(trigger, key)) ?? -Infinity) > performance.now());

/** Notes them before anything starts, so that a copy that comes at the same time is recognized. */
export function noteKeys(trigger: string, keys: readonly DeliveryKey[]): void {
	const inTenMinutes = performance.now() + TEN_MINUTES_MS;
	forgetKeys(trigger, keys);
	for (const key of keys) noted.set(nameOf(trigger, key), key.isLasting ? Infinity : inTenMinutes);

	for (const name of noted.keys()) {
		if (noted.size <= MAX_NOTED) break;
		noted.delete(name);
	}
}

export function forgetKeys(trigger: string, keys: readonly DeliveryKey[]): void {
	for (const key of keys) noted.delete(nameOf(trigger, key));
}

/** The parts of its URL: in n8n 1, two triggers of a workflow may have the same node ID. */
export function triggerOf(context: IExecuteFunctions | IWebhookFunctions): string {
	const { webhookId, name } = context.getNode();
	// A copied workflow may keep the rest.
	return `${context.getWorkflow().id}:${webhookId ?? name}`;
}

const lastingOf = (keys: readonly DeliveryKey[]): DeliveryKey[] =>
	keys.filter(({ isLasting }) => isLasting);

/**
 * What is noted if some of the events are new. A duplicate may be signed anew, so the keys by which it will be met count as
 * well; its ten minutes do not begin again.
 */
export const notesOf = (events: readonly EventKeys[], newEvents: readonly EventKeys[]) => [
	...events.flatMap(({ meets, notes }) =>
		lastingOf(notes).filter(({ key }) => meets.some((each) => each.key === key)),
	),
	...newEvents.flatMap(({ notes }) => notes),
];

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
	const write = async () => await recordEvents(context, trigger, events, receivedAt);
	const written = (writes.get(trigger) ?? Promise.resolve()).then(write, write);
	writes.set(trigger, written);
	try {
		return await written;
	} catch (error) {
		const line = 'The delivery could not be recorded, so a duplicate may start the workflow again.';
		logLine((text) => context.logger.warn(text, { error }), `${trigger}:notRecorded`, line);
		return events;
	}
}

/** Stores what the events note, and returns those that are new. */
async function recordEvents<Event extends EventKeys>(
	context: IExecuteFunctions,
	trigger: string,
	events: readonly Event[],
	receivedAt: number,
): Promise<readonly Event[]> {
	const slot = Math.floor(receivedAt / SLOT_MS);
	const entriesOf = (keys: readonly DeliveryKey[]): string[] =>
		keys.flatMap((key) => {
			const name = nameOf(trigger, key);
			return key.isLasting ? name : SLOTS.map((slotsAgo) => `${name} ${slot - slotsAgo}`);
		});

	// What is met for ten minutes is asked for where it is also noted, because each removal is another write.
	const asked = events.flatMap(({ meets, notes }) => [...notes, ...lastingOf(meets)]);
	// An execution from a queue may start over, and then finds what it has stored itself. The store is read and written
	// as a whole, so there is no such entry where this process has received the delivery.
	const isReceivedHere = events.some(({ notes }) => isNoted(trigger, notes));
	const execution = isReceivedHere ? [] : [`${trigger} execution ${context.getExecutionId()}`];
	const entries = [...new Set([...entriesOf(asked), ...execution])];

	const options = { mode: 'entries', maxEntries: MAX_STORED } as const;
	const { checkProcessedAndRecord, removeProcessed } = context.helpers;
	const { new: added, processed } = await checkProcessedAndRecord(entries, 'node', options);
	const known = new Set<unknown>(processed);
	if (execution.some((each) => known.has(each))) return events;

	const newEvents = events.filter(({ meets }) => !entriesOf(meets).some((each) => known.has(each)));
	// n8n has also stored what was only asked for.
	const kept = new Set<unknown>([...execution, ...entriesOf(notesOf(events, newEvents))]);
	const onlyAsked = added.filter((entry) => !kept.has(entry));
	if (onlyAsked.length > 0) await removeProcessed(onlyAsked, 'node', options);
	return newEvents;
}
