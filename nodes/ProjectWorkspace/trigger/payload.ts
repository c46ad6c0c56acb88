import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson } from '../records/json';
import type { Headers } from '../signature/signedValues';

/**
 * The verified bytes as JSON. n8n has parsed the body already, but with the character set of the Content-Type header,
 * which is not signed. It does not parse other JSON types such as application/vnd.api+json.
 */
export function parsePayload(body: string): unknown {
	const text = body.replace(/^\ufeff/, '');
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

/** Headers about the delivery. Others may contain credentials, and n8n saves the output. */
const SHOWN_HEADERS =
	/^(?:content-type|user-agent|date|ce-(?:id|type|time|source))$|(?:^|-)(?:event|event-(?:type|name|key)|topic|delivery|(?:delivery|event|message)-id|idempotency-key|timestamp|attempt|retry-(?:count|num|number))$|^(?:webhook|svix)-id$/;

const isoDate = (time?: number) => (time === undefined ? null : new Date(time).toISOString());

export function deliveryDetails(delivery: {
	headers: Headers;
	event?: string;
	id?: string;
	signature: { timestamp?: number };
}): IDataObject {
	const { event = null, id = null, signature } = delivery;
	const shown = Object.entries(delivery.headers).filter(([name]) => SHOWN_HEADERS.test(name));
	const times = { sentAt: isoDate(signature.timestamp), receivedAt: isoDate(Date.now()) };
	return { event, id, ...times, headers: Object.fromEntries(shown) };
}

const MAX_CHARACTERS = 200;

/** A string or a whole number that can be a name or an ID, unless JSON has rounded it. */
export function shortText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return text !== '' && text.length <= MAX_CHARACTERS ? text : undefined;
}

/** `event_type`, `eventType` and `Event-Type` are the same name. */
export const plainName = (name: string) => name.toLowerCase().replace(/[\s_.-]/g, '');

/** The fields of an object by their plain names; empty for other values. */
export type Fields = ReadonlyMap<string, unknown>;

export const fieldsOf = (value: unknown): Fields =>
	new Map(
		Object.entries(isObject(value) ? value : {}).map(([name, field]) => [plainName(name), field]),
	);

/** The words of a name: `task` and `created` for both `TaskCreated` and `TASK_CREATED`. */
export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1.$2')
		.toLowerCase()
		.split(/[\s_:/.-]+/)
		.filter((word) => word !== '');
