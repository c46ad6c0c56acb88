import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson } from '../records/json';

/**
 * The verified bytes as JSON. n8n has parsed the body already, but by a character set that the Content-Type header
 * names, and headers are not signed; it also leaves bodies of other JSON types alone.
 */
export function parsePayload(body: string): unknown {
	const text = body.replace(/^\ufeff/, '');
	try {
		return parseJson(text);
	} catch (error) {
		return error instanceof RangeError ? JSON.parse(largeNumbersAsText(text)) : text;
	}
}

/** For what is nested too deeply for `parseJson`, a few thousand levels. */
function largeNumbersAsText(json: string): string {
	let isInString = false;
	return json.replace(/"|\\.|-?\d[\d.eE+-]*/gs, (token) => {
		if (token === '"') isInString = !isInString;
		return !isInString && /^-?\d{16,}$/.test(token) ? `"${token}"` : token;
	});
}

/** As an item's data: what is no object gets a name, since n8n's items are objects. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

const MAX_LENGTH = 200;

/** A text or a whole number that can serve as a name or an ID. A number that may have been rounded names nothing. */
export function shortText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return text !== '' && text.length <= MAX_LENGTH ? text : undefined;
}

/** `event_type`, `eventType` and `Event-Type` are one name. */
export const plainName = (name: string) => name.toLowerCase().replace(/[\s_.-]/g, '');

/** The fields of an object by their plain names; none if it is no object. */
export type Fields = ReadonlyMap<string, unknown>;

export const fieldsOf = (value: unknown): Fields =>
	new Map(
		Object.entries(isObject(value) ? value : {}).map(([name, field]) => [plainName(name), field]),
	);

/** The words of a name in whatever spelling: `TaskCreated` and `TASK_CREATED` are `task` and `created`. */
export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1.$2')
		.toLowerCase()
		.split(/[\s_:/.-]+/)
		.filter((word) => word !== '');
