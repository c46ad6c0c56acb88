import type { IDataObject } from 'n8n-workflow';

import type { DeliveryHeaders } from '../signature/deliveryHeaders';
import { isIdHeader } from './dedupe/key';
import { isEventHeader } from './whichEvent';

/** Headers about the delivery. Others may contain credentials, and n8n saves the output. */
const SHOWN =
	/^(?:content-type|user-agent|date|ce-(?:id|type|time|source))$|(?:^|-)(?:timestamp|attempt|retry-(?:count|num|number))$/;

const isoDate = (time?: number) => (time === undefined ? null : new Date(time).toISOString());

/** The field `_delivery` of the output. */
export function deliveryDetails(delivery: {
	headers: DeliveryHeaders;
	event?: string;
	id?: string;
	signature: { timestamp?: number };
}): IDataObject {
	const { event = null, id = null, signature } = delivery;
	const shown = Object.entries(delivery.headers).filter(
		([name]) => SHOWN.test(name) || isIdHeader(name) || isEventHeader(name),
	);
	const times = { sentAt: isoDate(signature.timestamp), receivedAt: isoDate(Date.now()) };
	return { event, id, ...times, headers: Object.fromEntries(shown) };
}
