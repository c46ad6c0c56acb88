import { readSavedTime } from './time';
import { fieldAt, isEmpty, numberOf, textOf, type JsonObject } from './value';

export interface SortField {
	/** `owner.email` is the field `email` inside `owner`. */
	name: string;
	direction: 'asc' | 'desc';
}

/** Ignores case, and sorts 2 before 10. */
const TEXTS = new Intl.Collator('en', { numeric: true });

/** Sorts by the first field, then by the next. Equal records keep their order, and records without a value come last. */
export function sortRecords(
	records: readonly JsonObject[],
	fields: readonly SortField[],
): JsonObject[] {
	let sorted = [...records];
	// The last field comes first, because a sort keeps the order of equal records.
	for (const { name, direction } of fields.toReversed()) {
		const keyed = sorted.map((record) => ({ record, key: sortKey(fieldAt(record, name)) }));
		keyed.sort(({ key: left }, { key: right }) => {
			if (!left || !right) return Number(!left) - Number(!right);

			const order = left[0] - right[0] || TEXTS.compare(left[1], right[1]);
			return direction === 'desc' ? -order : order;
		});
		sorted = keyed.map(({ record }) => record);
	}
	return sorted;
}

/** Numbers, also in texts, and times have a size. Other texts come after them. */
type SortKey = readonly [size: number, text: string];

/** @returns undefined for a missing value */
function sortKey(value: unknown): SortKey | undefined {
	if (isEmpty(value)) return undefined;
	const size = numberOf(value) ?? readSavedTime(value)?.ms ?? Number.MAX_VALUE;
	return [size, textOf(value)];
}
