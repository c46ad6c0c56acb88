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

/** @param parts what two deliveries have in common if they are the same */
const lastingKey = (...parts: Array<string | undefined>): DeliveryKey => ({
	key: sha256(JSON.stringify(parts)),
	isLasting: true,
});

const met = (keys: DeliveryKey[]): EventKeys => ({ meets: keys, notes: keys });

/** The events of a delivery, in its order. */
export function eventsWithKeys(
	delivery: VerifiedDelivery,
	events: readonly StartingEvent[],
	{ duplicates, duplicateField }: TriggerOptions,
): KeyedEvent[] {
	const byTime = keysByTime(delivery);
	const ofDelivery = { byTime, ids: idsBesideBody(delivery), idInBody: idIn(delivery.payload) };
	const fieldKeys = new Set<string>();
	const keyed: KeyedEvent[] = [];

	for (const event of events) {
		const value = idText(duplicateField && fieldAt(event.payload, duplicateField));
		if (value === undefined) {
			const byRules = keyedByRules(delivery, ofDelivery, event);
			keyed.push(duplicates === 'automatic' ? byRules : { ...byRules, ...met([]) });
			continue;
		}

		// If two entries of a batch have the same value, the second is a duplicate.
		const fieldKey = lastingKey('field', event.name, value);
		if (fieldKeys.has(fieldKey.key)) continue;
		fieldKeys.add(fieldKey.key);
		const keys = duplicates === 'automatic' ? [fieldKey, ...byTime] : [fieldKey];
		keyed.push({ event, id: value, ...met(keys) });
	}
	return keyed;
}

/** What all events of a delivery have in common. */
interface DeliveryFacts {
	byTime: DeliveryKey[];
	ids: string[];
	idInBody?: string;
}

/** The rules, each with the bytes of the body: the first whose condition is true. */
function keyedByRules(
	{ bodyHash, signature }: VerifiedDelivery,
	{ byTime, ids, idInBody }: DeliveryFacts,
	event: StartingEvent,
): KeyedEvent {
	const ownId = idIn(event.payload) ?? idInBody;
	const idOfEvent = idNextToRecord(event);
	const id = ownId ?? ids[0] ?? idOfEvent;
	const body = lastingKey('body', bodyHash);

	// The payload names an ID of its own: the same bytes are the same event.
	if (ownId !== undefined) return { event, id, ...met([...byTime, body]) };

	// A retry may be signed anew, but it has the same ID.
	const byIds = ids.map((each) => lastingKey('id', bodyHash, each));
	if (signature.time !== undefined || signature.id !== undefined) {
		// `id` may be the subscription's, so any other ID counts instead.
		const isOnlyId = byIds.length === 0 && idOfEvent !== undefined;
		return { event, id, ...met([...byTime, ...(isOnlyId ? [body] : byIds)]) };
	}

	// Only the body is signed, so anyone can add an ID in a header, take it out or change it. Bytes that came without one
	// meet every later copy, and bytes that came with one are met by a copy without.
	const bytesKey = (...parts: string[]): DeliveryKey =>
		idOfEvent === undefined
			? { ...lastingKey(...parts, bodyHash, event.name), isLasting: false }
			: lastingKey(...parts, bodyHash);
	const [bytes, withoutId] = [bytesKey('bytes'), bytesKey('without ID')];
	return byIds.length === 0
		? { event, id, meets: [bytes], notes: [bytes, withoutId] }
		: { event, id, meets: [...byIds, withoutId], notes: [...byIds, bytes] };
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
	return EVENT_ID_FIELDS.map((name) => idText(fields.get(name)?.value)).find(
		(id) => id !== undefined,
	);
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
	const id = idText(fields.get('id')?.value);
	const kind = name.split('.').slice(0, -1);
	const records = [...RECORDS, plainName(kind.join('')), kind.at(-1) ?? '']
		.map((record) => fields.get(record)?.value)
		.filter(isObject);

	const isOfRecord = records.length === 0 || records.some((record) => hasId(record, id));
	return isOfRecord ? undefined : id;
}

/** Whether a record has this ID, in `id`, `task_id` and the like, or a record inside it: `{"object": {"id": …}}` */
const hasId = (record: JsonObject, id: string | undefined, levels = 1): boolean =>
	Object.entries(record).some(([name, value]) =>
		isObject(value)
			? levels > 0 && hasId(value, id, levels - 1)
			: /id$/i.test(name) && idText(value) === id,
	);

function idText(value: unknown): string | undefined {
	if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
	const text = String(value).trim();
	return text === '' || text.length > 200 ? undefined : text;
}
