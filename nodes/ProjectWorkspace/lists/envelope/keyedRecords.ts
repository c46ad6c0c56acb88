import { ownId } from '../../records/envelopeFields';
import { isObject, mergeJson, type JsonObject } from '../../records/json';
import type { ListRecord } from '../types';

/**
 * Records in an object keyed by their IDs: `{"u1": {…}, "u2": {…}}`. Read as one record, such a
 * list would be lost. It counts as a list only on proof:
 * - `certain`: every value carries its key as its own ID
 * - `likely`: every key looks like an ID and all values share a field
 * - `named`: the object has the resource's plural as its name and all values share a field
 */
export function readKeyedRecords(
	value: JsonObject,
	proof: 'certain' | 'likely' | 'named',
): ListRecord[] | undefined {
	const entries = Object.entries(value);
	const records = entries.map(([, record]) => record);
	if (!records.every(isObject) || records.length === 0) return undefined;
	if (records.every((record, index) => String(ownId(record)) === entries[index]?.[0])) {
		return records;
	}
	if (proof === 'certain') return undefined;
	if (proof === 'likely' && !entries.every(([key]) => looksLikeId(key))) return undefined;
	// What has only objects in it is no record: `users: {byId: {…}}`.
	if (
		!records.every((record) => Object.values(record).some((field) => typeof field !== 'object'))
	) {
		return undefined;
	}
	const shared = Object.keys(records[0] ?? {}).some((field) =>
		records.every((record) => Object.hasOwn(record, field)),
	);
	if (!shared) return undefined;
	// The key is the only place that has the ID: without it the record could not be addressed.
	return records.map((record, index) =>
		ownId(record) === undefined ? mergeJson({ id: entries[index]?.[0] }, record) : record,
	);
}

const looksLikeId = (key: string) =>
	/^\d+$/.test(key) || /^[A-Za-z]{0,12}[-_]?(?=[\w-]*\d)[\w-]+$/.test(key);
