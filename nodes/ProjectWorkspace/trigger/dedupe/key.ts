import { createHash } from 'node:crypto';

import { fieldAt } from '../../records/json';
import type { Headers } from '../../signature/relatedHeaders';
import type { FoundEvent } from '../findEvent';
import type { TriggerOptions } from '../options';
import { headersThat, listedIn, partsOf, shortText } from '../payload';
import { eventIdIn, hasOwnTime } from './eventFacts';

export interface KeyInput {
	rawBody: Buffer;
	payload: unknown;
	headers: Headers;
	event: FoundEvent | undefined;
	/** The delivery's ID if the signature covers it. */
	signedId?: string;
	/** Milliseconds since 1970, if the signature covers it. */
	signedTime?: number;
	options: Pick<TriggerOptions, 'duplicates' | 'duplicateField' | 'deliveryIdHeader'>;
}

/** What makes another delivery a repetition of this one. */
export interface DeliveryIdentity {
	/** SHA-256 in hex, so that nothing of a delivery can be read from where keys are kept. */
	key: string;
	/** How long it stands for one event at most, in milliseconds; undefined: for good. */
	countsForMs?: number;
}

export interface DeliveryKey extends DeliveryIdentity {
	/** For the output. */
	id?: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Ingredient =
	| 'signedId'
	| 'signedTime'
	| 'payloadId'
	| 'signedName'
	| 'name'
	| 'headerIds'
	| 'body';

interface DeliveryCase {
	key: readonly Ingredient[];
	/** Left out: for good. */
	countsForMs?: number;
}

/**
 * THE TABLE OF DELIVERIES: what two deliveries of one event have in common, and two events do not. The first case that
 * applies decides.
 *
 * - To drop an event is worse than to run a copy. An ID that may be a constant, a counter that starts over or the ID
 *   of a record therefore never counts without the body.
 * - Anyone who has seen a delivery can send it again with other headers. One that is not signed only counts where
 *   nothing else could tell two events apart.
 * - A redelivery may be signed anew, so a signed time only counts where the body has none of its own.
 */
export const DELIVERY_CASES = {
	signedId: { key: ['signedId'] },
	/** `event_id` with a UUID, `evt_…`: by itself. */
	payloadId: { key: ['payloadId', 'signedName'] },
	/** `timestamp`, `created_at`, `updated_at`. */
	ownTime: { key: ['body'] },
	signedTime: { key: ['body', 'signedTime'] },
	/** `delivery_id`, a small number, the `id` of an `event` object. */
	otherId: { key: ['body'], countsForMs: 2 * DAY_MS },
	/** A header that is not signed. */
	headerId: { key: ['body', 'headerIds', 'name'], countsForMs: 2 * DAY_MS },
	/** `X-Webhook-ID` may be a constant, so it tells bodies apart and does not make the time longer. */
	bodyOnly: { key: ['body', 'headerIds', 'name'], countsForMs: 10 * MINUTE_MS },
} as const satisfies Record<string, DeliveryCase>;

type CaseName = keyof typeof DELIVERY_CASES;

const CASE_NAMES = Object.keys(DELIVERY_CASES) as CaseName[]; // in the order of the table

/** Webhook-ID, X-GitHub-Delivery, X-Event-ID, Idempotency-Key … but not X-Request-ID, which each attempt may change. */
const ID_HEADER =
	/(?:^|-)(?:(?:webhook|event|delivery|message|notification)-id|svix-id|delivery|idempotency-key)$/;
/** It may be the ID of the subscription, the same for all deliveries. */
const SUBSCRIPTION_HEADER = /webhook-id$/;

/** The key of a delivery, by the table above or by what a person has chosen in 'Duplicate Deliveries'. */
export function deliveryKey(input: KeyInput): DeliveryKey {
	const { event, payload, signedId, signedTime, rawBody, options } = input;
	const { duplicates, duplicateField, deliveryIdHeader } = options;
	const signedName = event?.signed ? event.name : '';
	const field = duplicates === 'field' ? shortText(fieldAt(payload, duplicateField)) : undefined;
	if (field !== undefined) return { key: hashOf('field', [signedName, field]), id: field };

	const parts = [payload, ...listedIn(payload)].flatMap(partsOf);
	// The ID of a listed event does not tell which others are listed.
	const payloadId = eventIdIn(partsOf(payload));
	const headerIds = idsIn(input.headers, deliveryIdHeader);
	const id = signedId ?? payloadId?.value ?? headerIds[0]?.[1];
	const name = event?.name ?? '';
	if (duplicates === 'body') {
		return { key: hashOf('body', [name, rawBody]), countsForMs: 2 * DAY_MS, id };
	}
	const applies: Record<CaseName, boolean> = {
		signedId: signedId !== undefined,
		payloadId: payloadId?.alone === true,
		ownTime: hasOwnTime(parts, signedName),
		signedTime: signedTime !== undefined,
		otherId: payloadId !== undefined,
		headerId: headerIds.some(
			([header]) => deliveryIdHeader !== '' || !SUBSCRIPTION_HEADER.test(header),
		),
		bodyOnly: true,
	};
	const found = CASE_NAMES.find((each) => applies[each]) ?? 'bodyOnly';
	const { key, countsForMs }: DeliveryCase = DELIVERY_CASES[found];
	const values: Record<Ingredient, string | Buffer> = {
		signedId: signedId ?? '',
		signedTime: String(signedTime ?? ''),
		payloadId: payloadId?.value ?? '',
		signedName,
		name,
		headerIds: JSON.stringify(headerIds),
		body: rawBody,
	};
	const ingredients = key.map((each) => values[each]);
	return { key: hashOf(found, ingredients), countsForMs, id };
}

/** Every part with its length in front, so that no two lists of parts read the same. */
function hashOf(source: string, parts: ReadonlyArray<string | Buffer>): string {
	const hash = createHash('sha256');
	for (const part of [source, ...parts]) hash.update(`${Buffer.byteLength(part)}:`).update(part);
	return hash.digest('hex');
}

/** All of them, as one alone may be constant; sorted, since a proxy may change their order. */
const idsIn = (headers: Headers, named: string) =>
	headersThat(headers, (name) =>
		named === '' ? ID_HEADER.test(name) : name === named.toLowerCase(),
	).sort();
