import { plainName } from '../records/fields';
import { fieldAt, isObject, sha256, type JsonObject } from '../records/value';
import { payloadFields } from './events';
import type { TriggerOptions } from './settings';
import type { DeliveryHeaders, Signature } from './verify';

/** A delivery whose signature is correct. */
export interface VerifiedDelivery {
	/** A hash of the bytes that were received. */
	bodyHash: string;
	headers: DeliveryHeaders;
	/** What is signed besides the body. */
	signature: Signature;
	/** JSON, or the text if it is not JSON. */
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
	/** True: it counts until many others came. False: for ten minutes. */
	isLasting: boolean;
}

/** What is known of an event that was received: it has run before if a key that it meets was noted. */
export interface EventKeys {
	meets: DeliveryKey[];
	notes: DeliveryKey[];
}

export interface KeyedEvent extends EventKeys {
	event: StartingEvent;
	/** The ID for the output. */
	id?: string;
}

/** Keys that are met where they are noted. */
const both = (keys: DeliveryKey[]): EventKeys => ({ meets: keys, notes: keys });

/** The events of a delivery, in its order. */
export function eventsWithKeys(
	delivery: VerifiedDelivery,
	events: readonly StartingEvent[],
	{ duplicates, duplicateField }: TriggerOptions,
): KeyedEvent[] {
	const isCounted = duplicates === 'automatic';
	const seen = new Set<string>();

	return events.flatMap((event) => {
		const value = idText(duplicateField && fieldAt(event.payload, duplicateField));
		if (value === undefined) {
			const keyed = byRules(delivery, event);
			return isCounted ? keyed : { ...keyed, ...both([]) };
		}

		// If two entries of a batch have the same value, the second is a duplicate.
		const key = lastingKey('field', event.name, value);
		if (seen.has(key.key)) return [];
		seen.add(key.key);
		return { event, id: value, ...both(isCounted ? [key, ...keysByTime(delivery)] : [key]) };
	});
}

/** @param parts what two deliveries have in common if they are the same */
const lastingKey = (...parts: Array<string | undefined>): DeliveryKey => ({
	key: sha256(JSON.stringify(parts)),
	isLasting: true,
});

/** The first rule whose condition is true. Each is about the same bytes. */
function byRules(delivery: VerifiedDelivery, event: StartingEvent): KeyedEvent {
	const { bodyHash, payload, signature } = delivery;
	const byTime = keysByTime(delivery);
	const byBody = lastingKey('body', bodyHash);
	// A retry may be signed anew, but it has the same ID.
	const ids = idsBesideBody(delivery);
	const byIds = ids.map((id) => lastingKey('id', bodyHash, id));
	const ownId = idIn(event.payload) ?? idIn(payload);
	const nextToRecord = idNextToRecord(event);
	const keyed = { event, id: ownId ?? ids[0] ?? nextToRecord };

	if (ownId !== undefined) return { ...keyed, ...both([...byTime, byBody]) };

	if (signature.time !== undefined || signature.id !== undefined) {
		// `id` may be the subscription's, so any other ID counts instead.
		const isOnlyId = nextToRecord !== undefined && ids.length === 0;
		return { ...keyed, ...both([...byTime, ...(isOnlyId ? [byBody] : byIds)]) };
	}

	// Anyone can add an ID in a header, remove or change it. Bytes that came without one meet every later copy, and bytes
	// that came with one are met by a copy without.
	const isLasting = nextToRecord !== undefined;
	const name = isLasting ? undefined : event.name;
	const bytes = { ...lastingKey('bytes', bodyHash, name), isLasting };
	const withoutId = { ...lastingKey('without ID', bodyHash, name), isLasting };
	return ids.length === 0
		? { ...keyed, meets: [bytes], notes: [bytes, withoutId] }
		: { ...keyed, meets: [...byIds, withoutId], notes: [...byIds, bytes] };
}

/** Standard Webhooks signs whole seconds, in which events only differ by their ID. */
function keysByTime({ bodyHash, signature: { time, id } }: VerifiedDelivery): DeliveryKey[] {
	return time === undefined ? [] : [lastingKey('time', bodyHash, String(time), id)];
}

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

/** Not `X-Webhook-ID`, which is often the subscription's, nor a request ID, which changes with each attempt. */
const ID_HEADER =
	/(?:^|-)(?:delivery|(?:delivery|event|message)-id|idempotency-key)$|^(?:webhook|svix)-id$/; // GitHub, Shopify, Twitch, Svix

/** Others can add headers to a delivery, and each is an entry in n8n's store. */
const MAX_ID_HEADERS = 3;

/** The IDs that are signed or in headers. */
function idsBesideBody({ headers, signature }: VerifiedDelivery): string[] {
	const names = [...headers.keys()].filter((name) => ID_HEADER.test(name));
	const inHeaders = names.slice(0, MAX_ID_HEADERS).map((name) => headers.get(name));
	return [...new Set([signature.id, ...inHeaders].flatMap((id) => idText(id) ?? []))];
}

function idIn(payload: unknown): string | undefined {
	const fields = payloadFields(payload);
	return EVENT_ID_FIELDS.map((name) => idText(fields.get(name))).find((id) => id !== undefined);
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
function idNextToRecord({ payload, name = '' }: StartingEvent): string | undefined {
	const fields = payloadFields(payload);
	const id = idText(fields.get('id'));
	const kind = name.split('.').slice(0, -1);
	const records = [...RECORDS, plainName(kind.join('')), kind.at(-1) ?? '']
		.map((record) => fields.get(record))
		.filter(isObject);
	const isEvents = records.length > 0 && !records.some((record) => hasId(record, id));
	return isEvents ? id : undefined;
}

/** Whether a record has this ID, in `id`, `task_id` and the like, or a record inside it: `{"object": {"id": …}}` */
const hasId = (record: JsonObject, id: string | undefined, isInside = false): boolean =>
	Object.entries(record).some(([name, value]) =>
		isObject(value)
			? !isInside && hasId(value, id, true)
			: /id$/i.test(name) && idText(value) === id,
	);

function idText(value: unknown): string | undefined {
	if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
	const text = String(value).trim();
	return text === '' || text.length > 200 ? undefined : text;
}
