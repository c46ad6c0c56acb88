import type { IDataObject } from 'n8n-workflow';

import { fieldAt } from '../records/json';

export interface RecordFilter {
	keeps: (record: IDataObject) => boolean;
	/** The fields that it looks at. */
	fields: readonly string[];
}

/** Filters a list as it is read, and knows afterwards what to say about that. */
export function filterTally({ keeps, fields }: RecordFilter) {
	const missing = new Set(fields);
	let read = 0;
	let kept = 0;
	return {
		keeps: (record: IDataObject): boolean => {
			read += 1;
			for (const field of missing) {
				if (fieldAt(record, field) !== undefined) missing.delete(field);
			}
			const isKept = keeps(record);
			if (isKept) kept += 1;
			return isKept;
		},
		summary: () => `${kept} of ${read} records read match the filters.`,
		/** A field that no record has lets nothing through, or everything: most often its name is another. */
		missingFields: () =>
			read === 0 || missing.size === 0
				? undefined
				: `None of the records read has the field ${[...missing].map((field) => `'${field}'`).join(' or ')}: check its name under 'Filters'.`,
	};
}
