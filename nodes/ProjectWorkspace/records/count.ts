import type { IDataObject } from 'n8n-workflow';

import { fieldAt, textOf } from './json';

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
