import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { isEnvelopeField, namesThatSay, saysSuccess } from './responseFields';
import { ID_KEYS, isRecord, ownId, plainName, says } from './fieldNames';
import { fieldAt, isBlank, isObject, isScalar, textOf } from './value';

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

/** Usual names of what is in an envelope. */
const DATA = namesThatSay('data');

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
	const [found] = [...names, ...DATA].flatMap((name) =>
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

/** Which fields of each record are returned, or only the number of records. */
export type OutputShape =
	| { mode: 'raw' }
	| { mode: 'simplified' }
	| { mode: 'selected'; fields: readonly string[] }
	| { mode: 'count'; by: string | undefined };

/** n8n asks nodes to simplify records with more than ten fields. */
export const MAX_FIELDS = 10;

/** @param keepId whether the ID is always returned, because an AI agent needs it to use the record */
export function shapeRecord(record: IDataObject, shape: OutputShape, keepId = false): IDataObject {
	if (shape.mode === 'simplified') return simplified(record);
	if (shape.mode !== 'selected') return record;
	const id = keepId ? Object.keys(record).find((name) => says(name, 'id', 'key')) : undefined;
	return selected(record, id === undefined ? shape.fields : [id, ...shape.fields]);
}

/**
 * At most ten fields: the ID, then titles and names, then the other strings, numbers and booleans in the order of the
 * service. Objects, lists and empty values are left out.
 */
function simplified(record: IDataObject): IDataObject {
	const plain = Object.keys(record).filter((name) => isScalar(record[name]) && record[name] !== '');
	const ids = plain.filter((name) => says(name, 'id', 'key'));
	const labels = plain.filter((name) => says(name, 'label'));
	const kept = [...new Set([...ids, ...labels, ...plain])].slice(0, MAX_FIELDS);
	return Object.fromEntries(kept.map((name) => [name, record[name]]));
}

/** The records of a response in the form that the person asked for. */
export const shaped = (records: readonly IDataObject[], shape: OutputShape, keepId: boolean) => ({
	records: records.map((record) => shapeRecord(record, shape, keepId)),
	unselected: missingFrom(records, shape),
});

/** The selected fields that none of the records has, and the names that they have instead. */
export function missingFrom(records: readonly IDataObject[], shape: OutputShape) {
	if (shape.mode !== 'selected' || records.length === 0) return undefined;
	const missing = shape.fields.filter((field) =>
		records.every((record) => fieldAt(record, field) === undefined),
	);
	return { missing, known: missing.length > 0 ? [...new Set(records.flatMap(Object.keys))] : [] };
}

/** The selected fields, in the order of the selection. `owner.name` keeps its place in `owner`. */
function selected(record: IDataObject, fields: readonly string[]): IDataObject {
	// A map, because a field may be called `__proto__`.
	const kept = new Map<string, IDataObject[string]>();
	for (const field of fields) {
		const isOwn = Object.hasOwn(record, field);
		const value = fieldAt(record, field);
		if (value === undefined) continue;
		const [name = '', ...rest] = isOwn ? [field] : field.split('.');
		kept.set(name, rest.length === 0 ? value : withValue(kept.get(name), rest, value));
	}
	return Object.fromEntries(kept);
}

/** A copy of the object that has the value at the path. */
function withValue(
	object: unknown,
	[name = '', ...rest]: readonly string[],
	value: IDataObject[string],
): IDataObject {
	const copy = isObject(object) ? object : {};
	return { ...copy, [name]: rest.length === 0 ? value : withValue(copy[name], rest, value) };
}

/** Records in which the field is missing, null or empty. */
const NO_VALUE = '(empty)';

/** How many records there are, and how many have each value of a field; a list counts for each of its entries. */
export function countRecords(records: readonly IDataObject[], by: string | undefined): IDataObject {
	if (by === undefined) return { count: records.length };
	const values = new Map<string, number>();
	for (const record of records) {
		const value = fieldAt(record, by);
		const texts = (Array.isArray(value) ? value : [value]).map((each) => textOf(each) || NO_VALUE);
		for (const name of new Set(texts.length > 0 ? texts : [NO_VALUE]))
			values.set(name, (values.get(name) ?? 0) + 1);
	}
	return { count: records.length, values: Object.fromEntries(values) };
}
