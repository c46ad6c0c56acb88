import type { IDataObject } from 'n8n-workflow';

import { says } from './fieldNames';
import { fieldAt, isObject } from './json';
import { isScalar, textOf } from './value';

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
