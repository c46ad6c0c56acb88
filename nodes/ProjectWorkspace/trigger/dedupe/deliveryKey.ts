import { createHash } from 'node:crypto';

import type { FoundEvent } from '../findEvent';
import type { Headers } from '../headers';
import { fieldAt } from '../../records/json';
import { partsOf, shortText } from '../payload';
import { eventIdIn, hasOwnTime } from './eventFacts';

/** How deliveries are told apart; the setting "Duplicate Deliveries". */
export type DuplicateRule = 'automatic' | 'body' | 'field' | 'letThrough';

export interface KeyInput {
	rawBody: Buffer;
	payload: unknown;
	headers: Headers;
	event: FoundEvent | undefined;
	/** The delivery's ID if the signature covers it. */
	signedId: string | undefined;
	/** Milliseconds since 1970, if the signature covers it. */
	signedTime: number | undefined;
	rule: DuplicateRule;
	/** The payload's field for the rule `field`. */
	field: string;
	/** The header that a person has named; '' leaves it to recognition. */
	idHeader: string;
}

export interface DeliveryKey {
	/** SHA-256 in hex, so that nothing of a delivery can be read from where keys are kept. */
	key: string;
	/** Milliseconds; undefined: it names the event for good. */
	countsForMs?: number;
	/** For the output. */
	id?: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What a key may be made of, next to a word that keeps the cases apart. */
type KeyPart =
	| 'signedId'
	| 'signedTime'
	| 'payloadId'
	| 'signedName'
	| 'name'
	| 'headerIds'
	| 'body';

interface DeliveryCase {
	/** What the delivery has; the README shows these texts. */
	has: string;
	recognizedBy: string;
	parts: readonly KeyPart[];
	/** Left out: for good. */
	countsForMs?: number;
}

/**
 * THE TABLE OF DELIVERIES: what two deliveries of one event have in common, and two events do not. The first case
 * that applies decides.
 *
 * - A redelivery may be signed anew, so a signed time counts only where the body has none of its own.
 * - Anyone can change a header that is not signed. It counts only where nothing else could tell two events apart: to
 *   drop an event would be worse than to run a copy.
 * - No ID counts without the body that may be of something else: a constant of the subscription, a counter that
 *   starts over, or the ID of the record.
 */
export const DELIVERY_CASES = {
	signedId: {
		has: 'A signed ID',
		recognizedBy: 'The ID',
		parts: ['signedId'],
	},
	payloadId: {
		has: 'A unique ID of the event in the payload, such as an `event_id` with a UUID, or `evt_…`',
		recognizedBy: 'The ID and the name of the event in the payload',
		parts: ['payloadId', 'signedName'],
	},
	ownTime: {
		has: 'The time of the event or of the change in the payload, such as `timestamp` or `updated_at`',
		recognizedBy: 'The body',
		parts: ['body'],
	},
	signedTime: {
		has: 'A signed time',
		recognizedBy: 'The body and the time',
		parts: ['body', 'signedTime'],
	},
	otherId: {
		has: 'Another ID of the event or the delivery in the payload, such as `delivery_id` or a small number',
		recognizedBy: 'The body',
		parts: ['body'],
		countsForMs: DAY_MS,
	},
	headerId: {
		has: 'A delivery ID in a header that is not signed',
		recognizedBy: 'The body, the ID and the name of the event',
		parts: ['body', 'headerIds', 'name'],
		countsForMs: DAY_MS,
	},
	bodyOnly: {
		has: 'None of these',
		recognizedBy: 'The body and the name of the event',
		parts: ['body', 'headerIds', 'name'],
		countsForMs: 10 * MINUTE_MS,
	},
} as const satisfies Record<string, DeliveryCase>;

export type DeliveryCaseName = keyof typeof DELIVERY_CASES;

/** Webhook-ID, X-GitHub-Delivery, X-Event-ID, Idempotency-Key … but not X-Request-ID, which each attempt may change. */
const ID_HEADER =
	/(?:^|-)(?:(?:webhook|event|delivery|message|notification)-id|svix-id|delivery|idempotency-key)$/;

/** `X-Webhook-ID` may be the ID of the subscription, the same for all. */
const SUBSCRIPTION_HEADER = /webhook-id$/;

/** The key of a delivery, by the table above or by what a person has chosen. */
export function deliveryKey(input: KeyInput): DeliveryKey {
	const { rule, event, payload, signedId } = input;
	const parts = partsOf(payload);
	const signedName = event?.signed ? event.name : '';
	const payloadId = eventIdIn(parts);
	const headerIds = headerIdsIn(input.headers, input.idHeader);
	const id = signedId ?? payloadId?.value ?? Object.values(headerIds)[0];
	const chosen = rule === 'field' ? shortText(fieldAt(payload, input.field)) : undefined;
	if (chosen !== undefined) return { key: hashOf('field', [signedName, chosen]), id: chosen };
	const values: Record<KeyPart, string | Buffer> = {
		signedId: signedId ?? '',
		signedTime: String(input.signedTime ?? ''),
		payloadId: payloadId?.value ?? '',
		signedName,
		name: event?.name ?? '',
		headerIds: JSON.stringify(headerIds),
		body: input.rawBody,
	};
	if (rule === 'body') {
		return { key: hashOf(rule, [values.name, values.body]), countsForMs: DAY_MS, id };
	}
	const isDelivery = Object.keys(headerIds).some(
		(name) => input.idHeader !== '' || !SUBSCRIPTION_HEADER.test(name),
	);
	const name = caseOf({
		signedId: signedId !== undefined,
		payloadId: payloadId?.alone === true,
		ownTime: hasOwnTime(Array.isArray(payload) ? payload.flatMap(partsOf) : parts, signedName),
		signedTime: input.signedTime !== undefined,
		otherId: payloadId !== undefined,
		headerId: isDelivery,
		bodyOnly: true,
	});
	const { parts: of, countsForMs }: DeliveryCase = DELIVERY_CASES[name];
	const key = hashOf(
		name,
		of.map((part) => values[part]),
	);
	return { key, countsForMs, id };
}

export function caseOf(has: Record<DeliveryCaseName, boolean>): DeliveryCaseName {
	const names = Object.keys(DELIVERY_CASES) as DeliveryCaseName[]; // in the order of the table
	return names.find((name) => has[name]) ?? 'bodyOnly';
}

/** Every part with its length in front, so that no two lists of parts read the same. */
function hashOf(source: string, parts: ReadonlyArray<string | Buffer>): string {
	const hash = createHash('sha256');
	for (const part of [source, ...parts]) hash.update(`${Buffer.byteLength(part)}:`).update(part);
	return hash.digest('hex');
}

/** All of them, as one alone may be constant. The names are sorted: a proxy may change their order. */
function headerIdsIn(headers: Headers, pinned: string): Record<string, string> {
	const names =
		pinned === ''
			? Object.keys(headers).filter((name) => ID_HEADER.test(name))
			: [pinned.toLowerCase()];
	const found = names.sort().map((name) => [name, shortText(headers[name])] as const);
	return Object.fromEntries(found.filter(([, id]) => id !== undefined)) as Record<string, string>;
}
