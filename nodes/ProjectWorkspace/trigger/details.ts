import type { IDataObject } from 'n8n-workflow';

import type { Accepted } from '../signature/verify';
import type { Headers } from '../signature/relatedHeaders';
import type { FoundEvent } from './findEvent';

/** Names of headers that prove who somebody is. What n8n saves of an execution must not contain them. */
const SECRET = /signature|hmac|digest|auth|cookie|token|secret|api-?key|password/;

/** The field `_delivery` of the output. */
export function deliveryDetails(delivery: {
	headers: Headers;
	/** Name of the signature header. */
	signatureHeader: string;
	signature: Pick<Accepted, 'timestamp'>;
	event: FoundEvent | undefined;
	id: string | undefined;
	/** Milliseconds since 1970. */
	receivedAt: number;
}): IDataObject {
	const { headers, signatureHeader, signature, event, id, receivedAt } = delivery;
	const hidden = signatureHeader.toLowerCase();
	const shown = Object.entries(headers).filter(([name]) => name !== hidden && !SECRET.test(name));
	const { timestamp } = signature;
	return {
		event: event?.name ?? null,
		id: id ?? null,
		sentAt: timestamp === undefined ? null : new Date(timestamp).toISOString(),
		receivedAt: new Date(receivedAt).toISOString(),
		headers: Object.fromEntries(shown),
	};
}
