import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { isEnvelopeField, DATA_FIELDS, saysSuccess } from './envelopeFields';
import { ID_KEYS, isRecord, ownId, plainName } from './fieldNames';
import { isObject } from './json';
import { isBlank } from './value';

/**
 * The items of one response that is not a list: one for each record, whatever the service wraps it in.
 *
 * - no body, or one with nothing in it (`{}`, `[]`, `{"data": null}`): undefined
 * - an object, or what is in an envelope (`data`, `task`, …): the record
 * - an array, also in an envelope: one item for each entry
 * - a bare text, number or boolean: `{ value }`
 * @param id the ID that the request was about
 * @param about set if the response is about something else than a record of the resource
 */
export function recordsOf(
	body: unknown,
	resource: Pick<Resource, 'value' | 'plural'>,
	id: unknown,
	about?: string,
): IDataObject[] | undefined {
	if (saysNothing(body)) return undefined;
	const names = about ? [about] : [resource.value, resource.plural];
	const found = isObject(body) ? unwrap(body, names, id) : body;
	return Array.isArray(found) ? found.map(asItem) : [asItem(found)];
}

/** The item for a change whose response says nothing: `{ deleted: true, id }`. */
export const standIn = (result: string, id: unknown): IDataObject => ({
	[result]: true,
	...(id === undefined ? {} : { id: typeof id === 'number' ? id : String(id) }),
});

export const isStandIn = (record: IDataObject, result: string) => record[result] === true;

/** n8n's items are objects. */
const asItem = (value: unknown): IDataObject =>
	isObject(value) ? value : { value: value as IDataObject['value'] };

/** `{"success": true, "data": null}` has no content; `{"success": true}` alone is returned as it is. */
function saysNothing(body: unknown): boolean {
	if (isBlank(body)) return true;
	if (!isObject(body)) return false;
	const filled = Object.entries(body).filter(([, value]) => !isBlank(value));
	const isSuccess = (field: string) =>
		['success', 'ok', 'status', 'code'].includes(plainName(field));
	return (
		filled.length < Object.keys(body).length &&
		filled.every(([field, value]) => isSuccess(field) && saysSuccess(value))
	);
}

/**
 * The content of an envelope, or the object itself. It is only unwrapped if all other fields are known to belong to the
 * envelope, so that no data is lost.
 */
function unwrap(body: IDataObject, names: readonly string[], id: unknown): unknown {
	const filled = Object.entries(body).filter(([, value]) => holdsRecords(value));
	// The resource's own name comes before `data` and the like.
	const [found] = [...names, ...DATA_FIELDS].flatMap((name) =>
		filled.filter(([field]) => plainName(field) === name),
	);
	if (!found) return body;
	const [field, inner] = found;
	const own = ownId(body);
	const isNamed = names.includes(plainName(field));
	// The ID belongs to the envelope only if a record with an ID is in the resource's field, and it is not the requested ID.
	const isRecordInside = isRecord(Array.isArray(inner) ? inner[0] : inner);
	if (own !== undefined && (!isNamed || !isRecordInside || String(own) === String(id))) return body;
	const others = Object.entries(body).filter(([each]) => each !== field);
	if (!others.every(([each, value]) => isEnvelopeField(each, value) || ID_KEYS.includes(each)))
		return body;
	const deeper = isObject(inner) && !isRecord(inner) ? unwrap(inner, names, id) : inner;
	return isRecord(deeper) || Array.isArray(deeper) ? deeper : inner;
}

const holdsRecords = (value: unknown) =>
	isObject(value) || (Array.isArray(value) && value.every(isObject));
