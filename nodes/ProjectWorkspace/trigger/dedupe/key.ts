import { createHash } from 'node:crypto';

import { fieldAt, isObject } from '../../records/json';
import { headerValue, type Headers } from '../../signature/signedValues';
import type { TriggerOptions } from '../options';
import { fieldsOf, plainName, shortText, wordsOf, type Fields } from '../payload';

export interface DeliveryKey {
	/** SHA-256 in hex, so that n8n's store contains no data of a delivery. */
	key: string;
	/** How long a delivery with the same key is a duplicate, in milliseconds; undefined: forever. */
	countsForMs?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * THE TABLE OF KEYS: what deliveries of the same event have in common, and deliveries of different events do not. A
 * delivery has each key that applies.
 *
 * - Dropping an event is worse than running a copy. So the bodies must be the same bytes, and times in a body are
 *   ignored: they may be the record's. Only an event ID with a unique format replaces the body.
 * - A sender that tries again may sign again, with another time, but then it sends the same ID.
 * - A captured delivery can be sent again with other headers, so a signed time counts in addition to an ID.
 */
export const DELIVERY_KEYS = {
	/** `event_id` with a UUID, ULID or KSUID. */
	eventId: { parts: ['eventId', 'name'], countsForMs: undefined },
	/** With the signed ID: Standard Webhooks signs seconds, and messages in the same second only differ in their ID. */
	signedTime: { parts: ['body', 'signedTime', 'signedId'], countsForMs: undefined },
	/** An ID in the payload: the body contains it. */
	payloadId: { parts: ['body'], countsForMs: 2 * DAY_MS },
	/** One for each header with an ID, if the payload has none. */
	headerId: { parts: ['body', 'headerId'], countsForMs: 2 * DAY_MS },
	bodyOnly: { parts: ['body'], countsForMs: 10 * MINUTE_MS },
} as const;

/** Fields with the ID of an event or a delivery. `id` counts too if the record is in an object next to it. */
export const ID_FIELDS = {
	event: ['event_id', 'event_uuid', 'event_uid', 'event_guid', 'webhook_event_id'],
	delivery: [
		...['delivery_id', 'delivery_uuid', 'webhook_delivery_id', 'message_id', 'notification_id'],
		...['idempotency_key'],
	],
} as const;

/** A UUID, a ULID of this century or a KSUID, optionally with a prefix such as `evt_`. */
const UNIQUE_FORMATS: readonly RegExp[] = [
	/^(?:[a-z]+_)*[\da-f]{8}(-?)[\da-f]{4}\1[1-8][\da-f]{3}\1[89ab][\da-f]{3}\1[\da-f]{12}$/i,
	/^(?:[a-z]+_)*0(?=.*[a-z])[\da-hjkmnp-tv-z]{25}$/i,
	/^(?:[a-z]+_)*(?=[^_]*[a-z])(?=[^_]*[A-Z])(?=[^_]*\d)[\da-zA-Z]{27}$/,
];

/** Not `X-Webhook-ID`, which is often the subscription's, nor a request ID, which changes with each attempt. */
const ID_HEADER =
	/(?:^|-)(?:delivery|(?:delivery|event|message)-id|idempotency-key)$|^(?:webhook|svix)-id$/;

/**
 * The keys of a delivery, by the table above or by 'Duplicate Deliveries'. Two deliveries with a key in common are
 * duplicates.
 */
export function identify(input: {
	/** Of the bytes that were received. */
	bodyHash: string;
	payload: unknown;
	/** One event, if the payload is a batch. */
	entry?: { payload: unknown; place: number };
	headers: Headers;
	event?: string;
	/** What the signature covers: an ID, and a time in milliseconds since 1970. */
	signature: { id?: string; timestamp?: number };
	options: Pick<TriggerOptions, 'duplicates' | 'duplicateField' | 'deliveryIdHeader'>;
}): { keys: DeliveryKey[]; id?: string } {
	const { payload, entry, event = '', options, signature } = input;
	const own = entry ? entry.payload : payload;
	const field = shortText(fieldAt(own, options.duplicateField));
	if (options.duplicates === 'field' && field !== undefined) {
		return { keys: [{ key: hashOf('field', [event, field]) }], id: field };
	}
	const objects = [fieldsOf(own), fieldsOf(fieldsOf(own).get('event'))];
	const eventIds = textsIn(objects, ID_FIELDS.event);
	const deliveryIds = textsIn([...objects, fieldsOf(entry && payload)], ID_FIELDS.delivery);
	const headerIds = idsIn(input.headers, options.deliveryIdHeader);
	// `id` may be the subscription's, so a header that is set counts instead.
	const isSet = options.deliveryIdHeader !== '' && headerIds.length > 0;
	const ownIds = isSet ? [] : ownIdsIn(objects, event);
	const [payloadId] = [...eventIds, ...ownIds, ...deliveryIds];
	const id = payloadId ?? headerIds[0] ?? signature.id;

	const unique = eventIds.find((each) => UNIQUE_FORMATS.some((format) => format.test(each)));
	const body = [input.bodyHash, String(entry?.place ?? '')];
	const signed = { signedTime: String(signature.timestamp), signedId: signature.id ?? '' };
	const values = { body, name: event, eventId: unique ?? '', ...signed };
	const keyOf = (kind: keyof typeof DELIVERY_KEYS, headerId = ''): DeliveryKey => {
		const { parts, countsForMs } = DELIVERY_KEYS[kind];
		const texts = parts.flatMap((part: (typeof parts)[number]) => ({ ...values, headerId })[part]);
		return { key: hashOf(kind, texts), countsForMs };
	};
	if (options.duplicates === 'body') {
		const key = hashOf('payloadId', [...body, event]);
		return { keys: [{ ...keyOf('payloadId'), key }], id };
	}
	const eventId = unique === undefined ? [] : [keyOf('eventId')];
	if (entry && unique !== undefined) return { keys: eventId, id };
	const time = signature.timestamp === undefined ? [] : [keyOf('signedTime')];
	const ids = payloadId ? [keyOf('payloadId')] : headerIds.map((each) => keyOf('headerId', each));
	// The body with an ID adds nothing to a unique event ID and a signed time.
	const keys = [...eventId, ...time, ...(eventId.length + time.length > 1 ? [] : ids)];
	return { keys: keys.length > 0 ? keys : [keyOf('bodyOnly')], id };
}

const textsIn = (parts: readonly Fields[], names: readonly string[]): string[] =>
	names
		.flatMap((name) => parts.map((fields) => shortText(fields.get(plainName(name)))))
		.filter((text) => text !== undefined);

const RECORDS = /^(data|payload|body|object|record|resource|entity|item)$/;

/** `id`, unless the payload is the record itself: then it is the record's ID. */
function ownIdsIn(parts: readonly Fields[], event: string): string[] {
	const kind = wordsOf(event).slice(0, -1);
	const isRecord = (name: string) =>
		RECORDS.test(name) || name === kind.join('') || name === kind.at(-1);
	const isNextToRecord = [...(parts[0] ?? [])].some(
		([name, value]) => isRecord(name) && isObject(value),
	);
	return isNextToRecord ? textsIn(parts, ['id']) : [];
}

/** Each part is hashed with its length, so that no two lists of parts give the same bytes. */
function hashOf(source: string, parts: readonly string[]): string {
	const hash = createHash('sha256');
	for (const part of [source, ...parts]) hash.update(`${Buffer.byteLength(part)}:${part}`);
	return hash.digest('hex');
}

/** The IDs in headers, without duplicates. */
function idsIn(headers: Headers, set: string): string[] {
	const names = Object.keys(headers).filter((name) =>
		set === '' ? ID_HEADER.test(name) : name === set,
	);
	const texts = names.map((name) => shortText(headerValue(headers, name)));
	return [...new Set(texts.filter((text) => text !== undefined))];
}
