import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { plainName } from '../records/fields';
import { fieldAt, isObject, sha256 } from '../records/value';
import { logLine } from '../texts';
import { fieldsOf } from './events';
import type { TriggerOptions } from './settings';
import type { DeliveryHeaders, Signature } from './verify';

/** A delivery whose signature is correct. */
export interface VerifiedDelivery {
	/** Of the bytes that were received. */
	bodyHash: string;
	headers: DeliveryHeaders;
	/** What is signed besides the body. */
	signature: Signature;
	/** As JSON, or as text if it is none. */
	payload: unknown;
}

/** An event that starts the workflow. */
export interface StartingEvent {
	/** The payload, or an entry of a batch. */
	payload: unknown;
	name?: string;
}

export interface DeliveryKey {
	key: string;
	/** Whether it counts until many others came, and not for ten minutes only. */
	isLasting: boolean;
}

/** An event that has run before if one of its keys is known. */
export interface Part {
	keys: DeliveryKey[];
	id?: string;
	event: StartingEvent;
}

/** What makes a key: two deliveries that have all of it in common are the same. A delivery has each key that applies. */
const KEYS = {
	/** 'Duplicate Field', if it is set and the payload has it. */
	field: ['event', 'field'],
	/** Standard Webhooks signs whole seconds, in which events only differ by their ID. */
	signedTime: ['body', 'time', 'signedId'],
	/** The payload has the ID, so the body does. */
	idInPayload: ['body'],
	/** One for each ID that is signed or in a header. A retry may be signed anew, but it has the same ID. */
	id: ['body', 'id'],
	/** With neither a time nor an ID, for ten minutes. */
	body: ['body', 'event'],
} as const;

type Kind = keyof typeof KEYS;

type KeyParts = Partial<Record<(typeof KEYS)[Kind][number], string>>;

function keyOf(kind: Kind, parts: KeyParts): DeliveryKey {
	const values = KEYS[kind].map((name) => parts[name] ?? '');
	return { key: sha256(JSON.stringify([kind, ...values])), isLasting: kind !== 'body' };
}

/** The events of a delivery, in its order, with the keys by which they are recognized. */
export function partsOf(
	delivery: VerifiedDelivery,
	events: readonly StartingEvent[],
	options: TriggerOptions,
): Part[] {
	const fields = new Set<string>();

	return events.flatMap((event) => {
		const field = idText(options.duplicateField && fieldAt(event.payload, options.duplicateField));
		const isCounted = options.duplicates === 'automatic';
		if (field === undefined) {
			const ids = findIds(delivery, event);
			const keys = isCounted ? keysByRules(delivery, event, ids) : [];
			return { keys, id: ids.inPayload ?? ids.outside[0], event };
		}

		const own = keyOf('field', { event: event.name, field });
		// Of two entries with the same value, the second is a duplicate.
		if (fields.has(own.key)) return [];
		fields.add(own.key);
		return { keys: isCounted ? [own, ...keysByTime(delivery)] : [own], id: field, event };
	});
}

function keysByTime({ bodyHash: body, signature }: VerifiedDelivery): DeliveryKey[] {
	const { time, id: signedId } = signature;
	if (time === undefined) return [];
	return [keyOf('signedTime', { body, time: String(time), signedId })];
}

function keysByRules(
	delivery: VerifiedDelivery,
	event: StartingEvent,
	{ inPayload, outside }: Ids,
): DeliveryKey[] {
	const { bodyHash: body } = delivery;
	const keys = keysByTime(delivery);

	if (inPayload !== undefined) keys.push(keyOf('idInPayload', { body }));
	else for (const id of outside) keys.push(keyOf('id', { body, id }));

	if (keys.length === 0) keys.push(keyOf('body', { body, event: event.name }));
	return keys;
}

interface Ids {
	inPayload?: string;
	/** Signed, or in headers. */
	outside: string[];
}

/** Of an event or a delivery, by plain name. */
const ID_FIELDS = [
	'eventid', // Slack, Paddle
	'event.id', // PagerDuty
	'deliveryid',
	'messageid', // Twilio
	'notificationid', // Paddle, PayPal
	'webhookeventid', // LINE
	'idempotencykey',
];

/** Not `X-Webhook-ID`, which is often the subscription's, nor a request ID, which changes with each attempt. */
const ID_HEADER =
	/(?:^|-)(?:delivery|(?:delivery|event|message)-id|idempotency-key)$|^(?:webhook|svix)-id$/; // GitHub, Shopify, Twitch, Svix

/** Others can add headers to a delivery, and each is an entry in n8n's store. */
const MAX_ID_HEADERS = 3;

function findIds({ headers, signature, payload }: VerifiedDelivery, event: StartingEvent): Ids {
	const names = [...headers.keys()].filter((name) => ID_HEADER.test(name));
	const inHeaders = names.slice(0, MAX_ID_HEADERS).map((name) => headers.get(name));
	const outside = [signature.id, ...inHeaders].flatMap((id) => idText(id) ?? []);

	// `id` may be the subscription's, so another ID counts instead.
	const nextToRecord = outside.length === 0 ? idNextToRecord(event) : undefined;
	const inPayload = idIn(event.payload) ?? idIn(payload) ?? nextToRecord;
	return { inPayload, outside: [...new Set(outside)] };
}

function idIn(payload: unknown): string | undefined {
	const fields = fieldsOf(payload);
	for (const name of ID_FIELDS) {
		const id = idText(fields.get(name)?.value);
		if (id !== undefined) return id;
	}
	return undefined;
}

const RECORDS = ['data', 'payload', 'object', 'record', 'resource', 'entity', 'item'];

/** `id`, unless the payload is the record itself: then it is the record's ID. */
function idNextToRecord({ payload, name = '' }: StartingEvent): string | undefined {
	const fields = fieldsOf(payload);
	const kind = name.split('.').slice(0, -1);
	const records = [...RECORDS, plainName(kind.join('')), kind.at(-1) ?? ''];
	const hasRecord = records.some((record) => isObject(fields.get(record)?.value));

	return hasRecord ? idText(fields.get('id')?.value) : undefined;
}

function idText(value: unknown): string | undefined {
	if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
	const text = String(value).trim();
	return text === '' || text.length > 200 ? undefined : text;
}

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

/** What is recorded of a part in n8n's store. */
interface Entries {
	keys: string[];
	/** By which an execution from a queue, which may start over, knows what it has recorded itself. */
	own?: string;
}

/**
 * The parts that have not run before, by n8n's store: after a restart, and in queue mode, where several processes
 * receive. If the store cannot be written, all of them run.
 */
export async function withoutDuplicates<Recognized extends { keys: DeliveryKey[] }>(
	context: IExecuteFunctions,
	parts: readonly Recognized[],
	receivedAt: number,
): Promise<readonly Recognized[]> {
	const trigger = triggerOf(context);
	const window = Math.floor(receivedAt / TEN_MINUTES_MS);
	const entryOf = ({ key, isLasting }: DeliveryKey) =>
		[trigger, key, isLasting ? 'lasting' : window].join(' ');

	const entries = parts.map(({ keys }): Entries => {
		const [first] = isNoted(trigger, keys) ? [] : keys;
		return {
			keys: keys.map(entryOf),
			own: first && `${entryOf(first)} by ${context.getExecutionId()}`,
		};
	});

	try {
		const known = await record(context, trigger, entries);
		return parts.filter((_, index) => {
			const { keys = [], own } = entries[index] ?? {};
			return known.has(own ?? '') || !keys.some((entry) => known.has(entry));
		});
	} catch (error) {
		const line = 'The delivery could not be recorded, so a duplicate may start the workflow again.';
		logLine((text) => context.logger.warn(text, { error }), `${trigger}:notRecorded`, line);
		return parts;
	}
}

/** When the last write of each trigger ends: n8n's store is read and written back, so two at once would lose one. */
const writes = new Map<string, Promise<unknown>>();

/** Returns the entries that were there before. */
async function record(
	context: IExecuteFunctions,
	trigger: string,
	entries: readonly Entries[],
): Promise<ReadonlySet<unknown>> {
	const texts = new Set(entries.flatMap(({ keys, own }) => (own ? [...keys, own] : keys)));
	if (texts.size === 0) return texts;

	const write = async () =>
		await context.helpers.checkProcessedAndRecord([...texts], 'node', {
			mode: 'entries',
			maxEntries: MAX_KEYS,
		});
	const written = (writes.get(trigger) ?? Promise.resolve()).then(write, write);
	writes.set(trigger, written);

	const { processed } = await written;
	return new Set(processed);
}
