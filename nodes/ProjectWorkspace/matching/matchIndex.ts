import type { IDataObject } from 'n8n-workflow';

/** Records of a list, found by what they hold in some fields. */
export interface MatchIndex {
	/** All that hold these values; `values` in the order of the fields. */
	find: (values: readonly unknown[]) => readonly IDataObject[];
	add: (record: IDataObject) => void;
	/** What a record has become. */
	replace: (former: IDataObject, record: IDataObject) => void;
}

export function createMatchIndex(
	records: readonly IDataObject[],
	fields: readonly string[],
): MatchIndex {
	const byKey = new Map<string, IDataObject[]>();
	const keyOfRecord = (record: IDataObject) => keyOf(fields.map((field) => record[field]));
	const add = (record: IDataObject) => {
		const key = keyOfRecord(record);
		const there = byKey.get(key);
		if (there) there.push(record);
		else byKey.set(key, [record]);
	};
	for (const record of records) add(record);
	return {
		find: (values) => byKey.get(keyOf(values)) ?? [],
		add,
		replace: (former, record) => {
			const key = keyOfRecord(former);
			byKey.set(
				key,
				(byKey.get(key) ?? []).filter((each) => each !== former),
			);
			add(record);
		},
	};
}

/** A number and the text of it are one value: a spreadsheet knows no difference. */
export const keyOf = (values: readonly unknown[]) =>
	JSON.stringify(values.map((value) => (isPlain(value) ? String(value) : (value ?? null))));

const isPlain = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
