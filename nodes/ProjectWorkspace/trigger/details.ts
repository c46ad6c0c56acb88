import type { IDataObject } from 'n8n-workflow';

import type { Redact } from '../client/redact';
import type { Headers } from '../signature/relatedHeaders';

/** Headers that tell of the delivery. Others may prove who somebody is, and n8n saves what is shown. */
const SHOWN =
	/^(?:content-type|user-agent|date|ce-(?:id|type|time|source))$|(?:^|-)(?:event|event-(?:type|name|key)|topic|delivery|(?:delivery|event|message)-id|idempotency-key|timestamp|attempt|retry-(?:count|num|number))$|^(?:webhook|svix)-id$/;

const isoDate = (time?: number) => (time === undefined ? null : new Date(time).toISOString());

export function deliveryDetails(delivery: {
	headers: Headers;
	event?: string;
	id?: string;
	signedTime?: number;
	receivedAt: number;
	hide: Redact;
}): IDataObject {
	const { event = null, id = null, signedTime, receivedAt, hide } = delivery;
	const shown = Object.entries(delivery.headers)
		.filter(([name]) => SHOWN.test(name))
		.map(([name, text = '']) => [name, hide(text)]);
	const times = { sentAt: isoDate(signedTime), receivedAt: isoDate(receivedAt) };
	return { event, id, ...times, headers: Object.fromEntries(shown) };
}
