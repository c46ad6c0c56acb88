import type { IDataObject } from 'n8n-workflow';

import { momentOf } from '../records/moment';

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
	const keyOfRecord = (record: IDataObject) =>
		keyOf(fields.map((field) => (Object.hasOwn(record, field) ? record[field] : undefined)));
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

/** A number and the text of it are one value, as a spreadsheet knows no difference; so is one moment in two zones. */
export const keyOf = (values: readonly unknown[]) => JSON.stringify(values.map(plain));

function plain(value: unknown): unknown {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') return value ?? null;
	const moment = momentOf(value);
	return moment === undefined ? value : new Date(moment).toISOString();
}
