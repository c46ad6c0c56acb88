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

/** By what an event is recognized: it has run before if a key that it meets was noted. */
export interface EventKeys {
	meets: DeliveryKey[];
	notes: DeliveryKey[];
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
	const isLetThrough = duplicates === 'letThrough';
	const seen = new Set<string>();
	const keyed: KeyedEvent[] = [];

	for (const event of events) {
		const value = duplicateField === '' ? undefined : fieldAt(event.payload, duplicateField);
		const id = idText(value);
		if (id === undefined) {
			const ids = readIds(delivery, event);
			const keys = isLetThrough ? metAndNoted([]) : keysByRules(delivery, event, ids);
			keyed.push({ ...event, id: ids.own ?? ids.beside[0] ?? ids.plain, ...keys });
			continue;
		}

		const byField = lastingKey(delivery, 'field', event.name, id);
		// If two entries of a batch have the same value, the second is a duplicate.
		if (seen.has(byField.key)) continue;
		seen.add(byField.key);
		const keys = isLetThrough ? [byField] : [byField, ...keysByTime(delivery)];
		keyed.push({ ...event, id, ...metAndNoted(keys) });
	}
	return keyed;
}

/**
 * The keys of an event by the first row that applies. All are about these bytes: that they came, at a signed time, with an
 * ID that is signed or in a header, or without an ID in a header.
 *
 * | What the delivery has                      | Meets              | Notes               |
 * | ------------------------------------------ | ------------------ | ------------------- |
 * | an ID of its own in the payload            | time, body         | time, body          |
 * | a signed time or ID                        | time, IDs¹         | time, IDs¹          |
 * | only the body is signed, no ID in a header | came               | came, came without  |
 * | only the body is signed, IDs in headers    | IDs, came without  | IDs, came           |
 *
 * ¹ Or the body, if there are none and the payload has a plain `id`.
 */
function keysByRules(
	delivery: GenuineDelivery,
	event: StartingEvent,
	{ own, beside, plain }: EventIds,
): EventKeys {
	const { bodyHash, signature } = delivery;
	const byTime = keysByTime(delivery);
	const byBody = lastingKey(delivery, 'body', bodyHash);
	if (own !== undefined) return metAndNoted([...byTime, byBody]);

	const byIds = beside.map((id) => lastingKey(delivery, 'id', bodyHash, id));
	if (signature.time !== undefined || signature.id !== undefined) {
		// `id` may be the subscription's, so any other ID counts instead.
		const isOnlyId = plain !== undefined && byIds.length === 0;
		return metAndNoted([...byTime, ...(isOnlyId ? [byBody] : byIds)]);
	}

	// Anyone can add an ID in a header, remove or change it. So bytes that came without one are met by every later copy,
	// and bytes that came with one by a copy without.
	const isLasting = plain !== undefined;
	const name = isLasting ? undefined : event.name;
	const came = { ...lastingKey(delivery, 'bytes', bodyHash, name), isLasting };
	const cameWithout = { ...lastingKey(delivery, 'without ID', bodyHash, name), isLasting };
	return byIds.length === 0
		? { meets: [came], notes: [came, cameWithout] }
		: { meets: [...byIds, cameWithout], notes: [...byIds, came] };
}

const metAndNoted = (keys: DeliveryKey[]): EventKeys => ({ meets: keys, notes: keys });

/** @param parts what two deliveries to the trigger have in common if they are the same */
const lastingKey = (
	{ trigger }: GenuineDelivery,
	...parts: Array<string | undefined>
): DeliveryKey => ({
	key: `${trigger} ${sha256(JSON.stringify(parts))}`,
	isLasting: true,
});

/** Standard Webhooks signs whole seconds, in which events only differ by their ID. */
function keysByTime(delivery: GenuineDelivery): DeliveryKey[] {
	const { time, id } = delivery.signature;
	if (time === undefined) return [];
	return [lastingKey(delivery, 'time', delivery.bodyHash, String(time), id)];
}

interface EventIds {
	/** In a field that is named as the ID of an event or a delivery. */
	own?: string;
	/** Signed or in headers. A retry may be signed anew, but it has the same ID. */
	beside: string[];
	/** In `id`, next to the record. */
	plain?: string;
}

const readIds = (delivery: GenuineDelivery, event: StartingEvent): EventIds => ({
	own: ownId(event.payload) ?? ownId(delivery.payload),
	beside: idsBeside(delivery),
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
	const isEvents = records.length > 0 && !records.some((record) => isIdOf(record, id));
	return isEvents ? id : undefined;
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
