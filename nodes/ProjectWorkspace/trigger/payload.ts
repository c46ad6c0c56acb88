import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson } from '../records/json';

/**
 * The verified bytes as JSON. n8n has parsed the body already, but by a character set that the Content-Type header
 * names, and headers are not signed; it also leaves bodies of other JSON types alone.
 */
export function parsePayload(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8').replace(/^\ufeff/, '');
	try {
		return parseJson(text);
	} catch {
		// A text is a payload too: what the event is may stand in a header.
		return text;
	}
}

/** As an item's data: what is no object gets a name, since n8n's items are objects. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

const LONGEST = 200;

/** A text or a number that can serve as a name or an ID. */
export function shortText(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return text !== '' && text.length <= LONGEST ? text : undefined;
}
