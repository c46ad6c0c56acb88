import type { IDataObject } from 'n8n-workflow';

import { recordId } from '../records/fieldNames';
import { bucketOf, matches } from './compare';

/** Records of a list, found by the values of some fields. */
export interface RecordIndex {
	/**
	 * @param values in the order of the fields, none of them empty
	 * @returns `undecided` if there may be more: their numbers were rounded when they were read
	 */
	find: (values: readonly unknown[]) => { records: readonly IDataObject[]; undecided: boolean };
	/**
	 * Takes in what was written: in the place of the record that it replaces or that has its ID, or as a new one unless
	 * told otherwise.
	 */
	put: (record: IDataObject, how?: { replaced?: IDataObject; onlyReplace?: boolean }) => void;
}

export function createRecordIndex(
	records: readonly IDataObject[],
	fields: readonly string[],
	singular: string,
): RecordIndex {
	const buckets = new Map<string, IDataObject[]>();
	const valuesOf = (record: IDataObject) =>
		fields.map((field) => (Object.hasOwn(record, field) ? record[field] : undefined));
	const bucketFor = (values: readonly unknown[]) => {
		const key = bucketKey(values);
		const bucket = buckets.get(key) ?? [];
		buckets.set(key, bucket);
		return bucket;
	};
	for (const record of records) bucketFor(valuesOf(record)).push(record);

	return {
		put: (record, { replaced, onlyReplace = false } = {}) => {
			// What a record is found by stays as it is when the record is updated.
			const bucket = bucketFor(valuesOf(record));
			const id = recordId(record, singular);
			const at = bucket.findIndex(
				(each) => each === replaced || (id !== undefined && recordId(each, singular) === id),
			);
			if (at >= 0) bucket[at] = record;
			else if (!onlyReplace) bucket.push(record);
		},
		find: (values) => {
			const found: IDataObject[] = [];
			let undecided = false;
			for (const record of bucketFor(values)) {
				const verdicts = valuesOf(record).map((held, at) => matches(held, values[at]));
				if (verdicts.includes('no')) continue;
				if (verdicts.includes('unknown')) undecided = true;
				else found.push(record);
			}
			return { records: found, undecided };
		},
	};
}

/** One key for all values that may match these. */
export const bucketKey = (values: readonly unknown[]) => JSON.stringify(values.map(bucketOf));
