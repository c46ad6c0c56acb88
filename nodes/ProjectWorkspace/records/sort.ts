import type { IDataObject } from 'n8n-workflow';

import { fieldAt } from './json';
import { readTime } from './moment';
import { isEmpty, textOf } from './value';

export interface SortField {
	/** `owner.email` is the field `email` inside `owner`. */
	name: string;
	direction: 'asc' | 'desc';
}

/** Sorts by the first field, then by the next; equal records keep their order. Records without a value come last. */
export function sortRecords(records: IDataObject[], fields: readonly SortField[]): IDataObject[] {
	const keyed = records.map((record) => ({
		record,
		keys: fields.map(({ name }) => sortKey(fieldAt(record, name))),
	}));
	keyed.sort((a, b) => {
		for (const [at, { direction }] of fields.entries()) {
			const order = compare(a.keys[at], b.keys[at], direction === 'desc' ? -1 : 1);
			if (order !== 0) return order;
		}
		return 0;
	});
	return keyed.map(({ record }) => record);
}

/** Numbers come before times, and times before strings. Undefined for a missing value. */
function sortKey(value: unknown) {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'number') return { rank: 0, size: value, text: '' };
	const text = textOf(value);
	const time = typeof value === 'string' ? readTime(text) : undefined;
	// Digits of equal length, because numbers in texts are compared as whole ones.
	return time
		? { rank: 1, size: time.ms, text: time.finer.padEnd(15, '0') }
		: { rank: 2, size: 0, text };
}

function compare(
	a: ReturnType<typeof sortKey>,
	b: ReturnType<typeof sortKey>,
	sign: number,
): number {
	if (!a || !b) return Number(!a) - Number(!b);
	return sign * (a.rank - b.rank || a.size - b.size || texts.compare(a.text, b.text));
}

/** Ignores case, and sorts 2 before 10. */
const texts = new Intl.Collator('en', { numeric: true });
