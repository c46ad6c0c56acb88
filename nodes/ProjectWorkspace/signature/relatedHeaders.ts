import { readTimestamp } from './timestamps';
import type { Delivery } from './types';

/** A value that may be signed with the body, and the header that it is in; undefined: the signature header itself. */
export interface RelatedValue {
	text: string;
	header?: string;
}

/** Names of headers that contain a timestamp end like this, the likelier first. */
const TIMESTAMP_ENDINGS = ['timestamp', '-time', '-ts', '-at', 'date'];
const ID_ENDINGS = [
	'webhook-id',
	'delivery-id',
	'message-id',
	'event-id',
	'-id',
	'-delivery',
	'-nonce',
	'-uuid',
	'idempotency-key',
];

/** How many are tried: a proxy may add one of its own. */
const MOST_TIMESTAMPS = 2;
const MOST_IDS = 3;

/** Own headers only: a header named `constructor` in the settings must not reach the prototype. */
export function headerValue({ headers }: Delivery, name: string): string | undefined {
	const value: unknown = Object.hasOwn(headers, name) ? headers[name] : undefined;
	return typeof value === 'string' ? value.trim() : undefined;
}

/** Timestamps in other headers, the likeliest first. `known` is the header that contained it last time. */
export function findTimestamps(
	delivery: Delivery,
	signatureHeader: string,
	known?: string,
): RelatedValue[] {
	const found = findValues(delivery, signatureHeader, TIMESTAMP_ENDINGS, known);
	return found.filter(({ text }) => readTimestamp(text) !== undefined).slice(0, MOST_TIMESTAMPS);
}

/** IDs in other headers, the likeliest first. `known` is the header that contained it last time. */
export function findIds(
	delivery: Delivery,
	signatureHeader: string,
	known?: string,
): RelatedValue[] {
	const found = findValues(delivery, signatureHeader, ID_ENDINGS, known);
	return found.filter(({ text }) => isId(text)).slice(0, MOST_IDS);
}

/** An ID has no brackets, spaces or commas. */
export const isId = (text: string): boolean => /^[\w.:~+/=@-]{1,256}$/.test(text);

/** Names with the signature header's own beginning (`x-service-`, `webhook-`, `svix-`) come first. */
function findValues(
	delivery: Delivery,
	signatureHeader: string,
	endings: readonly string[],
	known?: string,
): RelatedValue[] {
	const family = familyOf(signatureHeader);
	const found: Array<{ text: string; header: string; rank: number }> = [];
	for (const header of Object.keys(delivery.headers)) {
		const ending = endings.findIndex((one) => header.endsWith(one));
		if (ending < 0 || header === signatureHeader) continue;
		const text = headerValue(delivery, header);
		if (!text) continue;
		const isOwn = family && header.startsWith(family);
		const rank = header === known ? -1 : ending + (isOwn ? 0 : endings.length);
		found.push({ text, header, rank });
	}
	found.sort((one, other) => one.rank - other.rank);
	return [...new Map(found.toReversed().map((one) => [one.text, one])).values()].toReversed();
}

/** `x-service-signature-256` → `x-service-`. */
function familyOf(signatureHeader: string): string {
	const end = signatureHeader.search(/(?:hmac|hub-)?-?(?:signature|sign|sig|hmac)/);
	return end > 0 ? signatureHeader.slice(0, end + 1).replace(/[^-]*$/, '') : '';
}
