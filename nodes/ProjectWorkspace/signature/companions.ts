import { headerValue } from './headerValue';
import { limits } from './limits';
import { readTimestamp } from './timestamps';
import type { Delivery } from './types';

/** Names that end like this hold a time, the likelier first. `X-Signable-Webhook` and the like need the pin. */
const TIME_ENDINGS = ['timestamp', '-time', '-ts', '-at', 'date'];
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

/**
 * What may be signed along with the body stands in other headers. Those with the signature header's own beginning
 * (`x-service-`, `webhook-`, `svix-`) come first, the rest in the order of the endings.
 */
export function findTimestamps(delivery: Delivery, signatureHeader: string): string[] {
	const texts = findValues(delivery, signatureHeader, TIME_ENDINGS);
	return texts.filter((text) => readTimestamp(text) !== undefined).slice(0, limits.timestamps);
}

export function findIds(delivery: Delivery, signatureHeader: string): string[] {
	return findValues(delivery, signatureHeader, ID_ENDINGS).filter(isId).slice(0, limits.ids);
}

/**
 * An ID has no brackets, which keeps it apart from a JSON body, and does not read as a time, which keeps `{id}` and
 * `{timestamp}` from changing places.
 */
export function isId(text: string): boolean {
	return /^[\w.:~+/=@-]{1,256}$/.test(text) && readTimestamp(text) === undefined;
}

function findValues(
	delivery: Delivery,
	signatureHeader: string,
	endings: readonly string[],
): string[] {
	const family = familyOf(signatureHeader);
	const found: Array<{ text: string; rank: number }> = [];
	for (const name of Object.keys(delivery.headers)) {
		const ending = endings.findIndex((one) => name.endsWith(one));
		if (ending < 0 || name === signatureHeader) continue;
		const text = headerValue(delivery, name);
		if (!text) continue;
		const rank = (family && name.startsWith(family) ? 0 : endings.length) + ending;
		found.push({ text, rank });
	}
	found.sort((one, other) => one.rank - other.rank);
	return [...new Set(found.map(({ text }) => text))];
}

/** `x-service-signature-256` → `x-service-`. */
function familyOf(signatureHeader: string): string {
	const end = signatureHeader.search(/(?:hmac|hub-)?-?(?:signature|sign|sig|hmac)/);
	return end > 0 ? signatureHeader.slice(0, end + 1).replace(/[^-]*$/, '') : '';
}
