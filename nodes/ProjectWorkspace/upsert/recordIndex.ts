import type { IDataObject } from 'n8n-workflow';

import { recordId } from '../records/fieldNames';
import { bucketOf, matches } from './compare';

/** Finds the records of a list by the values of some fields. */
export class RecordIndex {
	private readonly buckets = new Map<string, IDataObject[]>();
	private readonly fields: readonly string[];
	private readonly singular: string;

	constructor(records: readonly IDataObject[], fields: readonly string[], singular: string) {
		this.fields = fields;
		this.singular = singular;
		for (const record of records) this.bucketFor(this.valuesOf(record)).push(record);
	}

	/**
	 * @param values in the order of the fields, none of them empty
	 * @returns `undecided` if other records may match: their numbers were rounded when they were read
	 */
	find(values: readonly unknown[]): { records: IDataObject[]; undecided: boolean } {
		const records: IDataObject[] = [];
		let undecided = false;
		for (const record of this.bucketFor(values)) {
			const verdicts = this.valuesOf(record).map((existing, at) => matches(existing, values[at]));
			if (verdicts.includes('no')) continue;
			if (verdicts.includes('unknown')) undecided = true;
			else records.push(record);
		}
		return { records, undecided };
	}

	/** Replaces the given record or the one with the same ID, or else adds the record unless `onlyReplace` is set. */
	put(
		record: IDataObject,
		{ replaced, onlyReplace = false }: { replaced?: IDataObject; onlyReplace?: boolean } = {},
	): void {
		// An update does not change the values that a record is matched on.
		const bucket = this.bucketFor(this.valuesOf(record));
		const id = recordId(record, this.singular);
		const at = bucket.findIndex(
			(each) => each === replaced || (id !== undefined && recordId(each, this.singular) === id),
		);
		if (at >= 0) bucket[at] = record;
		else if (!onlyReplace) bucket.push(record);
	}

	private valuesOf(record: IDataObject): unknown[] {
		return this.fields.map((field) => (Object.hasOwn(record, field) ? record[field] : undefined));
	}

	private bucketFor(values: readonly unknown[]): IDataObject[] {
		const key = bucketKey(values);
		const bucket = this.buckets.get(key) ?? [];
		this.buckets.set(key, bucket);
		return bucket;
	}
}

/** The same key for all values that may match. */
export const bucketKey = (values: readonly unknown[]) => JSON.stringify(values.map(bucketOf));
