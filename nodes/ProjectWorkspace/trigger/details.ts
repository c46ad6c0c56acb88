import type { IDataObject } from 'n8n-workflow';

import type { Redact } from '../client/redact';
import type { Headers } from '../signature/relatedHeaders';

/** Headers that tell of the delivery. Others may prove who somebody is, and n8n saves what is shown. */
const SHOWN =
	/^(?:content-type|user-agent|date|ce-(?:id|type|time|source))$|(?:^|-)(?:event|event-(?:type|name|key)|topic|delivery|(?:delivery|event|message)-id|idempotency-key|timestamp|attempt|retry-(?:count|num|number))$|^(?:webhook|svix)-id$/;

/** The field `_delivery` of the output. */
export function deliveryDetails(delivery: {
	headers: Headers;
	/** Milliseconds since 1970, if the signature covers it. */
	signedTime: number | undefined;
	event: string | undefined;
	id: string | undefined;
	/** Milliseconds since 1970. */
	receivedAt: number;
	hide: Redact;
}): IDataObject {
	const { headers, signedTime, event, id, receivedAt, hide } = delivery;
	const shown = Object.entries(headers).filter(([name]) => SHOWN.test(name));
	return {
		event: event ?? null,
		id: id ?? null,
		sentAt: signedTime === undefined ? null : new Date(signedTime).toISOString(),
		receivedAt: new Date(receivedAt).toISOString(),
		headers: Object.fromEntries(shown.map(([name, text]) => [name, hide(text ?? '')])),
	};
}
