import { createHash } from 'node:crypto';

import type { FoundEvent } from '../findEvent';
import type { Headers } from '../headers';
import { fieldAt, isObject } from '../../records/json';
import { shortText } from '../payload';

/** How deliveries are told apart; the setting "Duplicate Deliveries". */
export type DuplicateRule = 'automatic' | 'body' | 'field' | 'letThrough';

export interface KeyInput {
	rawBody: Buffer;
	payload: unknown;
	headers: Headers;
	event: FoundEvent | undefined;
	/** The delivery's ID if the signature covers it. */
	signedId: string | undefined;
	rule: DuplicateRule;
	/** The payload's field for the rule `field`. */
	field: string;
	/** The header that a person has named; '' leaves it to recognition. */
	idHeader: string;
}

export interface DeliveryKey {
	/** SHA-256 in hex, so that nothing of a delivery can be read from where keys are kept. */
	key: string;
	/** Whether the key names the event for good; one made of a body does so for a time only (see entries.ts). */
	lasting: boolean;
	/** For the output. */
	id?: string;
}

/** Fields that hold the ID of the event, and of nothing else. */
const EVENT_ID_FIELDS = [
	'event_id',
	'eventId',
	'event.id',
	'delivery_id',
	'deliveryId',
	'meta.event_id',
	'metadata.event_id',
];

/** Where the record stands that an event is about. */
const RECORD_FIELDS = ['data', 'data.object', 'payload', 'object', 'record', 'resource'];

/** Webhook-ID, X-GitHub-Delivery, X-Event-ID, Idempotency-Key … but not X-Request-ID, which each attempt may change. */
const ID_HEADER =
	/(?:^|-)(?:(?:webhook|event|delivery|message|notification)-id|svix-id|delivery|idempotency-key)$/;

/**
 * What two deliveries of one event have in common, and two events do not. In this order:
 *
 * 1. an ID that is part of what was signed;
 * 2. an ID in the payload, in a field that can only be the event's. A top-level `id` counts only if it says so itself
 *    (`evt_…`): it may as well be the record's, and then the second event about a record would be taken for the first;
 * 3. all bytes of the body, with the event's name and the delivery ID in a header, if there is one. A redelivery has
 *    the same bytes. The header tells events apart whose bodies are equal; it is not signed, so it never counts
 *    without the body: otherwise whoever has seen one delivery could send it again under the ID of another that is
 *    still to come, and suppress that. The signature's own time is left out: a redelivery may be signed anew.
 */
export function deliveryKey(input: KeyInput): DeliveryKey {
	const { rule, signedId, payload } = input;
	const inHeader = headerId(input.headers, input.idHeader);
	const inPayload = payloadId(payload);
	const id = signedId ?? inPayload ?? inHeader;
	if (rule === 'field') {
		const chosen = shortText(fieldAt(payload, input.field));
		if (chosen !== undefined) return lasting('field', signedName(input), chosen, chosen);
	}
	if (rule !== 'body' && signedId !== undefined) return lasting('signed', '', signedId, id);
	if (rule !== 'body' && inPayload !== undefined) {
		return lasting('payload', signedName(input), inPayload, id);
	}
	const beside = rule === 'body' ? '' : (inHeader ?? '');
	const hash = started('body', input.event?.name ?? '', beside).update(input.rawBody);
	return { key: hash.digest('hex'), lasting: false, id };
}

/** A name from a header is left out: it could be changed to run a captured delivery a second time. */
const signedName = ({ event }: KeyInput) => (event?.signed ? event.name : '');

function lasting(source: string, name: string, value: string, id: string | undefined): DeliveryKey {
	return { key: started(source, name, value).digest('hex'), lasting: true, id };
}

/** Every part with its length in front, so that no two lists of parts read the same. */
function started(...parts: string[]) {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(`${part.length}:${part}`);
	return hash;
}

function payloadId(payload: unknown): string | undefined {
	const named = EVENT_ID_FIELDS.map((field) => shortText(fieldAt(payload, field)));
	const own = shortText(fieldAt(payload, 'id'));
	const candidates = [...named, /^(?:evt|event)[_-]/i.test(own ?? '') ? own : undefined];
	return candidates.find((id) => id !== undefined && !isRecordId(payload, id));
}

/** An event object that repeats its record's ID names the record. */
function isRecordId(payload: unknown, id: string): boolean {
	return RECORD_FIELDS.some((field) => {
		const record = fieldAt(payload, field);
		return isObject(record) && shortText(record.id) === id;
	});
}

function headerId(headers: Headers, pinned: string): string | undefined {
	if (pinned !== '') return shortText(headers[pinned.toLowerCase()]);
	const name = Object.keys(headers).find((each) => ID_HEADER.test(each));
	return name === undefined ? undefined : shortText(headers[name]);
}
