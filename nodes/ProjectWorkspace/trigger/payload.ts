import type { IDataObject } from 'n8n-workflow';

/**
 * The verified bytes as JSON. n8n has parsed the body already, but by a character set that the Content-Type header
 * names, and headers are not signed; it also leaves bodies of other JSON types alone.
 */
export function parsePayload(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8').replace(/^\ufeff/, '');
	try {
		const parsed: unknown = JSON.parse(text);
		return parsed;
	} catch {
		// A text is a payload too: what the event is may stand in a header.
		return text;
	}
}

/** As an item's data: what is no object gets a name, since n8n's items are objects. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path such as `event.name`; undefined where it leads nowhere. */
export function valueAt(payload: unknown, path: string): unknown {
	// A name that holds dots itself comes first.
	if (isObject(payload) && Object.hasOwn(payload, path)) return payload[path];
	let value: unknown = payload;
	for (const name of path.split('.')) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}

const LONGEST = 200;

/** A text or a number that can serve as a name or an ID. */
export function shortText(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return text !== '' && text.length <= LONGEST ? text : undefined;
}
