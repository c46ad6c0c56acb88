import type { IDataObject } from 'n8n-workflow';

import { fieldAt } from './json';

/** Records in which the field is missing, null or empty. */
const NO_VALUE = '(empty)';

/** How many records there are, and how many have each value of a field; a list counts for each of its entries. */
export function countRecords(records: readonly IDataObject[], by: string | undefined): IDataObject {
	if (by === undefined) return { count: records.length };
	const values = new Map<string, number>();
	for (const record of records) {
		const value = fieldAt(record, by);
		const all: unknown[] = Array.isArray(value)
			? value.length > 0
				? value
				: [undefined]
			: [value];
		for (const name of new Set(all.map(nameOf))) values.set(name, (values.get(name) ?? 0) + 1);
	}
	return { count: records.length, values: Object.fromEntries(values) };
}

function nameOf(value: unknown): string {
	if (value === undefined || value === null || value === '') return NO_VALUE;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
