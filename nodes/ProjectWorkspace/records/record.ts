import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { isObject } from './json';

/**
 * The items of one answer that is not a list: one for each record, whatever the service wraps it in.
 *
 * - no body: `{ [done]: true, id }`
 * - an object, or an object in an envelope (`data`, `task`, …): the object
 * - an array: one item for each entry
 * - a bare text, number or boolean: `{ value }`
 */
export function recordsOf(
	body: unknown,
	resource: Resource,
	done: string,
	id: unknown,
): IDataObject[] {
	if (body === undefined || body === null) {
		return [{ [done]: true, ...(id === undefined ? {} : { id: idValue(id) }) }];
	}
	if (Array.isArray(body)) return body.map(asItem);
	return [asItem(isObject(body) ? unwrap(body, resource) : body)];
}

/** n8n's items are objects. */
export const asItem = (value: unknown): IDataObject =>
	isObject(value) ? value : { value: value as IDataObject['value'] };

const idValue = (id: unknown) => (typeof id === 'number' ? id : String(id));

/** Names under which services put a single record, besides the resource's own. */
const ENVELOPES = ['data', 'result', 'record', 'item'];

/** What may stand beside a record in an envelope and says nothing about it. */
const COMPANY = new Set(['meta', 'links', '_links', 'jsonapi', 'request_id', 'requestId']);

const saysOnlySuccess = (key: string, value: unknown) =>
	['success', 'ok', 'status', 'code'].includes(key) &&
	[true, 'success', 'ok', 'OK', 200, 201, 202, '200', '201', '202'].some((word) => word === value);

/**
 * The record inside an envelope, or the object itself: it is unwrapped only if all that stands beside
 * the record is known to be company, because a field that is dropped here would be lost.
 */
function unwrap(body: IDataObject, resource: Resource): IDataObject {
	const name = [resource.value, ...ENVELOPES].find((key) => isObject(body[key]));
	if (name === undefined) return body;
	const others = Object.entries(body).filter(([key]) => key !== name);
	const inner = body[name];
	return isObject(inner) &&
		others.every(
			([key, value]) => value === null || COMPANY.has(key) || saysOnlySuccess(key, value),
		)
		? inner
		: body;
}
