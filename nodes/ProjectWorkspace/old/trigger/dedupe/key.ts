import { fieldAt, isObject, sha256, type JsonObject } from '../../records/value';
import { DAY_MS } from '../../records/moment';
import { headerValue, type DeliveryHeaders } from '../../signature/deliveryHeaders';
import type { TriggerOptions } from '../options';
import { joinedWords, shortText, wordsOf, type Payload } from '../names';

export interface DeliveryKey {
	/** A hash, so that n8n's store contains no data of a delivery. */
	key: string;
	/** How long a delivery with the same key is a duplicate, in milliseconds; undefined: forever. */
	countsForMs?: number;
}

/** What an execution records of a delivery. */
export interface DedupeClaim {
	/** The keys of each part of the delivery. */
	parts: ReadonlyArray<readonly DeliveryKey[]>;
	receivedAt: number;
	/** As the receiving process has counted: 0 for the original. Without a number, duplicates are let through. */
	copyNumber?: number;
	/** A key of the original, by which its copies find out that it runs. */
	originalKey?: DeliveryKey;
	/** In queue mode, where several workers record, and an execution starts over if its worker dies. */
	executionId?: string;
}

/** It is signed, so it is also recorded of a copy: a retry that was signed anew may be captured and sent again. */
export const isLasting = ({ countsForMs }: DeliveryKey) => countsForMs === undefined;

const MINUTE_MS = 60_000;

/**
 * THE TABLE OF KEYS: what deliveries of the same event have in common, and deliveries of different events do not. A
 * delivery has each key that applies.
 *
 * - Dropping an event is worse than running a copy. So the bodies must be the same bytes, and times in a body are
 *   ignored: they may be the record's. Only an event ID with a unique format replaces the body.
 * - A sender that tries again may sign again, with another time, but then it sends the same ID.
 * - A captured delivery can be sent again with other headers. So a signed time counts in addition to an ID, and the name
 *   of an event counts only if the payload contains it.
 */
export const DELIVERY_KEYS = {
	/** 'Duplicate Field', if it is set and the payload has it. */
	field: { hashed: ['name', 'field'], countsForMs: undefined },
	/** `event_id` with a UUID, ULID or KSUID. */
	eventId: { hashed: ['eventId', 'name'], countsForMs: undefined },
	/** With the signed ID: Standard Webhooks signs seconds, and messages in the same second only differ in their ID. */
	signedTime: { hashed: ['body', 'signedTime', 'signedId'], countsForMs: undefined },
	/** An ID in the payload: the body contains it. */
	payloadId: { hashed: ['body'], countsForMs: 2 * DAY_MS },
	/** One for each header with an ID, if the payload has none. */
	headerId: { hashed: ['body', 'headerId'], countsForMs: 2 * DAY_MS },
	/** The only key with a name that is not signed. It counts for minutes, so that two short events are not one. */
	bodyOnly: { hashed: ['body', 'anyName'], countsForMs: 10 * MINUTE_MS },
} as const;

/** Fields with the ID of an event or a delivery. `id` counts too if the record is in an object next to it. */
export const EVENT_ID_FIELDS = {
	event: ['event_id', 'event_uuid', 'event_uid', 'event_guid', 'webhook_event_id'],
	delivery: [
		...['delivery_id', 'delivery_uuid', 'webhook_delivery_id', 'message_id', 'notification_id'],
		...['idempotency_key'],
	],
} as const;

/** Each is matched by all of its expressions. */
const UNIQUE_FORMATS: ReadonlyArray<readonly RegExp[]> = [
	// A UUID, with and without hyphens
	[/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i],
	[/^[\da-f]{12}[1-8][\da-f]{3}[89ab][\da-f]{15}$/i],
	// A ULID of this century
	[/^0[\da-hjkmnp-tv-z]{25}$/i, /[a-z]/i],
	// A KSUID
	[/^[\da-zA-Z]{27}$/, /[a-z]/, /[A-Z]/, /\d/],
];

/** Optionally with a prefix such as `evt_`. */
function isUnique(id: string): boolean {
	const parts = id.split('_');
	const own = parts.pop() ?? '';
	return (
		parts.every((part) => /^[a-z]+$/i.test(part)) &&
		UNIQUE_FORMATS.some((format) => format.every((each) => each.test(own)))
	);
}

/** Not `X-Webhook-ID`, which is often the subscription's, nor a request ID, which changes with each attempt. */
const ID_HEADER =
	/(?:^|-)(?:delivery|(?:delivery|event|message)-id|idempotency-key)$|^(?:webhook|svix)-id$/;

/** As anyone who has captured a delivery can add headers, and each is an entry in n8n's store. */
const MAX_ID_HEADERS = 4;

export const isIdHeader = (name: string) => ID_HEADER.test(name);

export interface SignedDelivery {
	/** Of the bytes that were received. */
	bodyHash: string;
	/** As they were sent: a secret in them may be signed. */
	headers: DeliveryHeaders;
	/** What the signature covers: an ID, and a time in milliseconds since 1970. */
	signature: { id?: string; timestamp?: number };
	/** The header that 'Signed ID Header' names. */
	signedIdHeader?: string;
	options: TriggerOptions;
}

/**
 * The parts of a delivery that are recognized on their own, each with its keys by the table above or by the options, and
 * the events, each with its part and its ID. Two parts with a key in common are duplicates. Entries of a batch without a
 * unique ID are one part, as a key for each would push others out of n8n's store.
 * @param delivery - `trigger`: which of the workflow's; `envelope`: around the events of a batch
 */
export function identify<Event extends { payload: Payload; name?: string; nameInPayload?: string }>(
	delivery: SignedDelivery & { trigger: string; events: readonly Event[]; envelope?: Payload },
) {
	const { bodyHash: body, signature } = delivery;
	const { duplicates } = delivery.options;
	const headerIds = idsIn(delivery);
	const read = delivery.events.map((event) => ({ event, ...readIds(event, delivery, headerIds) }));
	const shared = { body, anyName: read[0]?.event.name, signedId: signature.id };
	const keyOf = (kind: keyof typeof DELIVERY_KEYS, own: JsonObject = {}) => {
		const { hashed, countsForMs } = DELIVERY_KEYS[kind];
		const texts: JsonObject = { ...shared, ...own };
		const all = [kind, delivery.trigger, ...hashed.map((name) => String(texts[name] ?? ''))];
		// With their lengths, so that no two lists give the same text.
		const key = sha256(all.map((text) => `${Buffer.byteLength(text)}:${text}`).join(''));
		return { key, countsForMs };
	};
	const ownKey = ({ event: { nameInPayload: name }, field, eventId }: (typeof read)[number]) => {
		if (field !== undefined) return keyOf('field', { name, field });
		const counts = duplicates === 'automatic' && eventId !== undefined;
		return counts ? keyOf('eventId', { name, eventId }) : undefined;
	};
	const sharedKeys = () => {
		if (duplicates === 'letThrough') return [];
		if (duplicates === 'body') return [keyOf('payloadId')];
		const { timestamp: signedTime } = signature;
		const keys = signedTime === undefined ? [] : [keyOf('signedTime', { signedTime })];
		if (read.some(({ payloadId }) => payloadId !== undefined)) keys.push(keyOf('payloadId'));
		else keys.push(...headerIds.map((headerId) => keyOf('headerId', { headerId })));
		return keys.length > 0 ? keys : [keyOf('bodyOnly')];
	};

	const parts: DeliveryKey[][] = [];
	let sharedPart: number | undefined;
	const events = read.map((each) => {
		const own = ownKey(each);
		const part = own ? parts.push([own]) - 1 : (sharedPart ??= parts.push(sharedKeys()) - 1);
		const id = each.field ?? each.payloadId ?? headerIds[0] ?? signature.id;
		return { ...each.event, id, part };
	});
	return { parts, events };
}

/** The IDs in the payload of one event. */
function readIds(
	{ payload, nameInPayload = '' }: { payload: Payload; nameInPayload?: string },
	{ envelope, signature, options }: SignedDelivery & { envelope?: Payload },
	headerIds: readonly string[],
) {
	const objects = [payload, payload.event];
	const eventIds = textsIn(objects, EVENT_ID_FIELDS.event);
	const around = envelope ? [envelope] : [];
	const deliveryIds = textsIn([...objects, ...around], EVENT_ID_FIELDS.delivery);
	// `id` may be the subscription's, so an ID in a header counts instead.
	const isKnown = headerIds.length > 0 || signature.id !== undefined;
	const [payloadId] = [
		...eventIds,
		...(isKnown ? [] : ownIds(objects, nameInPayload)),
		...deliveryIds,
	];
	const { duplicateField } = options;
	const field = duplicateField === '' ? undefined : shortText(fieldAt(payload.raw, duplicateField));
	return { eventId: eventIds.find(isUnique), payloadId, field };
}

const textsIn = (objects: readonly Payload[], names: readonly string[]) =>
	names.flatMap((name) => objects.flatMap((payload) => shortText(payload.get(name)) ?? []));

const RECORDS = /^(data|payload|body|object|record|resource|entity|item)$/;

/** `id`, unless the payload is the record itself: then it is the record's ID. */
function ownIds(objects: readonly Payload[], event: string): string[] {
	const kind = wordsOf(event).slice(0, -1);
	const isRecord = (name: string) =>
		RECORDS.test(name) || name === kind.join('') || name === kind.at(-1);
	const isNextToRecord = objects[0]?.entries.some(
		([name, value]) => isObject(value) && isRecord(joinedWords(name)),
	);
	return isNextToRecord ? textsIn(objects, ['id']) : [];
}

/** The IDs in headers: those that a person has named, and else those that are named like one. */
function idsIn({ headers, signedIdHeader, options }: SignedDelivery): string[] {
	const detected = Object.keys(headers).filter(isIdHeader).slice(0, MAX_ID_HEADERS);
	const names = [signedIdHeader ?? [], options.deliveryIdHeader ?? detected].flat();
	return [...new Set(names.flatMap((name) => shortText(headerValue(headers, name)) ?? []))];
}
