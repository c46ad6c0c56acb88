import { plainName } from '../records/fields';
import { fieldAt, isObject, sha256, type JsonObject } from '../records/value';
import { headerValues, type GenuineDelivery, type StartingEvent } from './delivery';
import { payloadFields } from './events';
import type { TriggerSettings } from './triggerSettings';

export interface DeliveryKey {
	key: string;
	/** True: it counts until many others came. False: for ten minutes. */
	isLasting: boolean;
}

/** The keys by which an event is recognized when it comes again. */
export interface EventKeys {
	/** It has run before if one of them was noted. */
	meets: DeliveryKey[];
	/** What is noted if it is new. */
	notes: DeliveryKey[];
	/** What is noted if it has run before: it may be signed anew, and copies of that must be met, too. */
	notesAgain: DeliveryKey[];
}

export interface KeyedEvent extends StartingEvent, EventKeys {
	/** The ID for the output. */
	id?: string;
}

/** The events of a delivery, in its order. */
export function eventsWithKeys(
	delivery: GenuineDelivery,
	events: readonly StartingEvent[],
	{ duplicates, duplicateField }: TriggerSettings,
): KeyedEvent[] {
	const fields = new Set<string>();
	const keyed: KeyedEvent[] = [];

	for (const event of events) {
		const ids = readIds(delivery, event, duplicateField);
		if (ids.field !== undefined) {
			// If two entries of a batch have the same value, the second is a duplicate.
			const field = `${event.name} ${ids.field}`;
			if (fields.has(field)) continue;
			fields.add(field);
		}
		const id = ids.field ?? ids.own ?? ids.beside[0] ?? ids.plain;
		const isCounted = duplicates === 'automatic' || ids.field !== undefined;
		const keys = isCounted ? keysOf(delivery, event, ids) : NO_KEYS;
		keyed.push({ ...event, id, ...keys });
	}
	return keyed;
}

const NO_KEYS: EventKeys = { meets: [], notes: [], notesAgain: [] };

/**
 * The keys of an event by the first row that applies. But for Duplicate Field, all are about these bytes: that they came,
 * with what is signed besides them, with an ID, or without an ID in a header.
 *
 * | What the delivery has                      | Meets             | Notes              | A duplicate notes |
 * | ------------------------------------------ | ----------------- | ------------------ | ----------------- |
 * | a value in Duplicate Field                 | signed, field     | signed, field      | signed            |
 * | an ID of its own in the payload            | signed, body      | signed, body       | signed            |
 * | a signed time or ID                        | signed, IDs¹      | signed, IDs¹       | signed            |
 * | only the body is signed, no ID in a header | came              | came, came without | nothing           |
 * | only the body is signed, IDs in headers    | IDs, came without | IDs, came          | nothing           |
 *
 * ¹ Or the body, if there are none and the payload has a plain `id`.
 */
function keysOf(
	{ trigger, bodyHash, signature }: GenuineDelivery,
	{ name }: StartingEvent,
	{ field, own, beside, plain }: EventIds,
): EventKeys {
	const key = (...parts: Array<string | undefined>): DeliveryKey => ({
		key: `${trigger} ${sha256(JSON.stringify(parts))}`,
		isLasting: true,
	});
	const signed: DeliveryKey[] = [];
	// Standard Webhooks signs whole seconds, in which events only differ by their ID.
	const { time, id: signedId } = signature;
	if (time !== undefined) signed.push(key('time', bodyHash, String(time), signedId));
	else if (signedId !== undefined) signed.push(key('id', bodyHash, signedId));

	const withSigned = (...others: DeliveryKey[]): EventKeys => {
		const keys = [...signed, ...others];
		return { meets: keys, notes: keys, notesAgain: signed };
	};
	if (field !== undefined) return withSigned(key('field', name, field));
	if (own !== undefined) return withSigned(key('body', bodyHash));

	const byIds = beside.map((id) => key('id', bodyHash, id));
	if (signed.length > 0) {
		// `id` may be the subscription's, so any other ID counts instead.
		const isOnlyId = plain !== undefined && byIds.length === 0;
		return isOnlyId ? withSigned(key('body', bodyHash)) : withSigned(...byIds);
	}

	// Anyone can add an ID in a header, remove or change it. So bytes that came without one are met by every later copy,
	// and bytes that came with one by a copy without. A duplicate notes no such ID: many would push out what is remembered.
	const isLasting = plain !== undefined;
	// Without an ID of any kind, the same bytes may be two events.
	const event = isLasting ? undefined : name;
	const came = { ...key('bytes', bodyHash, event), isLasting };
	const cameWithout = { ...key('without ID', bodyHash, event), isLasting };
	return byIds.length === 0
		? { meets: [came], notes: [came, cameWithout], notesAgain: [] }
		: { meets: [...byIds, cameWithout], notes: [...byIds, came], notesAgain: [] };
}

type EventIds = ReturnType<typeof readIds>;

const readIds = (delivery: GenuineDelivery, event: StartingEvent, duplicateField: string) => ({
	/** In 'Duplicate Field'. */
	field: duplicateField === '' ? undefined : idText(fieldAt(event.payload, duplicateField)),
	/** In a field that is named as the ID of an event or a delivery. */
	own: ownId(event.payload) ?? ownId(delivery.payload),
	/** Signed or in headers. A retry may be signed anew, but it has the same ID. */
	beside: idsBeside(delivery),
	/** In `id`, next to the record. */
	plain: plainId(event),
});

/** Fields with the ID of an event or a delivery, by plain name. */
const EVENT_ID_FIELDS = [
	'eventid', // Slack, Paddle
	'event.id', // PagerDuty
	'deliveryid',
	'messageid', // Twilio
	'notificationid', // Paddle, PayPal
	'webhookeventid', // LINE
	'idempotencykey',
];

function ownId(payload: unknown): string | undefined {
	const fields = payloadFields(payload);
	for (const name of EVENT_ID_FIELDS) {
		const id = idText(fields.get(name));
		if (id !== undefined) return id;
	}
	return undefined;
}

/** Not `X-Webhook-ID`, which is often the subscription's, nor a request ID, which changes with each attempt. */
const ID_HEADER =
	/(?:^|-)(?:delivery|(?:delivery|event|message)-id|idempotency-key)$|^(?:webhook|svix)-id$/; // GitHub, Shopify, Twitch, Svix

/** Others can add headers to a delivery, and each is an entry in n8n's store. */
const MAX_ID_HEADERS = 3;

function idsBeside({ headers, signature }: GenuineDelivery): string[] {
	const inHeaders = headerValues(headers, ID_HEADER).slice(0, MAX_ID_HEADERS);
	const ids = new Set([signature.id, ...inHeaders].map(idText));
	return [...ids].filter((id) => id !== undefined);
}

/** Fields in which events have their record, next to an ID that is their own. */
const RECORDS = [
	'data', // Stripe
	'detail', // Zendesk, Amazon EventBridge
	'entity', // Razorpay
	'item', // hand-written APIs
	'object', // hand-written APIs
	'payload', // Calendly
	'record', // Supabase
	'resource', // PayPal
];

/** `id`, unless it is the record's: the payload is the record itself, or the record next to it has the same ID. */
function plainId({ payload, name = '' }: StartingEvent): string | undefined {
	const fields = payloadFields(payload);
	const id = idText(fields.get('id'));
	if (id === undefined) return undefined;

	const kind = name.split('.').slice(0, -1);
	const names = [...RECORDS, plainName(kind.join('')), kind.at(-1) ?? ''];
	const records = names.map((field) => fields.get(field)).filter(isObject);
	const isOfEvent = records.length > 0 && !records.some((record) => isIdOf(record, id));
	return isOfEvent ? id : undefined;
}

/** Whether an ID is that of a record, in `id`, `task_id` and the like, or of a record inside it: `{"object": {"id": …}}` */
function isIdOf(record: JsonObject, id: string): boolean {
	const inside = Object.values(record).filter(isObject);
	for (const object of [record, ...inside]) {
		for (const [name, value] of Object.entries(object)) {
			if (/id$/i.test(name) && idText(value) === id) return true;
		}
	}
	return false;
}

function idText(value: unknown): string | undefined {
	if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
	const text = String(value).trim();
	return text === '' || text.length > 200 ? undefined : text;
}
