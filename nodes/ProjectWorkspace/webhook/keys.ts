import { plainName } from '../records/fields';
import { fieldAt, isObject, sha256 } from '../records/value';
import { payloadFields } from './events';
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
	/** True: it counts until many others came. False: for ten minutes. */
	isLasting: boolean;
}

/** An event with all its keys: it has run before if one of them is known. */
export interface KeyedEvent {
	keys: DeliveryKey[];
	id?: string;
	event: StartingEvent;
}

/** @param parts what two deliveries have in common if they are the same */
const lastingKey = (...parts: Array<string | undefined>): DeliveryKey => ({
	key: sha256(JSON.stringify(parts)),
	isLasting: true,
});

/** The events of a delivery, in its order. */
export function eventsWithKeys(
	delivery: VerifiedDelivery,
	events: readonly StartingEvent[],
	{ duplicates, duplicateField }: TriggerOptions,
): KeyedEvent[] {
	const fieldKeys = new Set<string>();
	const keyed: KeyedEvent[] = [];

	for (const event of events) {
		const value = idText(duplicateField && fieldAt(event.payload, duplicateField));
		if (value === undefined) {
			keyed.push(keyedByRules(delivery, event));
			continue;
		}

		// Of two entries of a batch with the same value, the second is a duplicate.
		const fieldKey = lastingKey('field', event.name, value);
		if (fieldKeys.has(fieldKey.key)) continue;
		fieldKeys.add(fieldKey.key);
		keyed.push({ event, id: value, keys: [fieldKey, ...keysByTime(delivery)] });
	}

	if (duplicates === 'automatic') return keyed;
	// Only 'Duplicate Field' counts.
	return keyed.map(({ event, id, keys }) => ({
		event,
		id,
		keys: keys.filter(({ key }) => fieldKeys.has(key)),
	}));
}

function keyedByRules(delivery: VerifiedDelivery, event: StartingEvent): KeyedEvent {
	const { bodyHash, payload } = delivery;
	const besideBody = idsBesideBody(delivery);
	// `id` may be the subscription's, so any other ID counts instead.
	const nextToRecord = besideBody.length === 0 ? idNextToRecord(event) : undefined;
	const idInBody = idIn(event.payload) ?? idIn(payload) ?? nextToRecord;
	const id = idInBody ?? besideBody[0];

	const keys = keysByTime(delivery);
	if (idInBody !== undefined) keys.push(lastingKey('body', bodyHash));
	// A retry may be signed anew, but it has the same ID.
	else keys.push(...besideBody.map((each) => lastingKey('id', bodyHash, each)));
	if (keys.length > 0) return { event, id, keys };

	const { key } = lastingKey('name', bodyHash, event.name);
	return { event, id, keys: [{ key, isLasting: false }] };
}

/** Standard Webhooks signs whole seconds, in which events only differ by their ID. */
function keysByTime({ bodyHash, signature: { time, id } }: VerifiedDelivery): DeliveryKey[] {
	return time === undefined ? [] : [lastingKey('time', bodyHash, String(time), id)];
}

/** Of an event or a delivery, by plain name. */
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

/** Signed, or in headers. */
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

/** Fields in which events have their record, beside an ID that is their own. */
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

/** `id`, unless the payload is the record itself: then it is the record's ID. */
function idNextToRecord({ payload, name = '' }: StartingEvent): string | undefined {
	const fields = payloadFields(payload);
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
