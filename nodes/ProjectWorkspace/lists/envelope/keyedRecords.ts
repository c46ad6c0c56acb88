import { idOf } from './identity';
import { isObject, type JsonObject } from '../../records/json';
import type { ListRecord } from '../types';

/**
 * Records in an object keyed by their IDs: `{"u1": {…}, "u2": {…}}`. Read as one record, such a
 * list would be lost. It counts as a list only on proof:
 * - every value carries its key as its own ID, or
 * - every key looks like an ID and all values share a field, or
 * - the object stands under the resource's plural (`named`) and all values share a field.
 */
export function readKeyedRecords(value: JsonObject, named: boolean): ListRecord[] | undefined {
	const entries = Object.entries(value);
	const records: ListRecord[] = [];
	let proven = entries.length > 0;
	for (const [key, record] of entries) {
		if (!isObject(record)) return undefined;
		if (idOf(record) !== key) proven = false;
		records.push(record);
	}
	if (proven) return records;
	if (records.length === 0 || !(named || entries.every(([key]) => looksLikeId(key)))) {
		return undefined;
	}
	const [first] = records;
	const shared = Object.keys(first ?? {}).some((field) =>
		records.every((record) => Object.hasOwn(record, field)),
	);
	if (!shared) return undefined;
	// The key is the only place that holds the ID: without it the record could not be addressed.
	return entries.map(([key], index) => {
		const record = records[index] ?? {};
		return idOf(record) === undefined ? { id: key, ...record } : record;
	});
}

function looksLikeId(key: string): boolean {
	return /^\d+$/.test(key) || /^[A-Za-z]{0,12}[-_]?(?=[\w-]*\d)[\w-]+$/.test(key);
}
