import { readSavedTime } from './time';
import { fieldAt, isEmpty, numberOf, textOf, type JsonObject } from './value';

export interface SortField {
	/** `owner.email` is the field `email` inside `owner`. */
	name: string;
	direction: 'asc' | 'desc';
}

/** Sorts by the first field, then by the next. Equal records keep their order, and records without a value come last. */
export function sortRecords(
	records: readonly JsonObject[],
	fields: readonly SortField[],
): JsonObject[] {
	const sortable = records.map((record) => ({
		record,
		keys: fields.map(({ name }) => sortKey(fieldAt(record, name))),
	}));

	sortable.sort((left, right) => {
		for (const [at, { direction }] of fields.entries()) {
			const order = compareKeys(left.keys[at], right.keys[at], direction);
			if (order !== 0) return order;
		}
		return 0;
	});
	return sortable.map(({ record }) => record);
}

/** Numbers, also in texts, come before times, and times before other texts. */
type SortKey = readonly [rank: number, size: number, text: string];

/** @returns undefined for a missing value */
function sortKey(value: unknown): SortKey | undefined {
	if (isEmpty(value)) return undefined;
	const text = textOf(value);

	const number = numberOf(value);
	if (number !== undefined) return [0, number, text];
	const time = readSavedTime(value);
	return time ? [1, time.ms, text] : [2, 0, text];
}

/** Ignores case, and sorts 2 before 10. */
const TEXTS = new Intl.Collator('en', { numeric: true });

function compareKeys(
	left: SortKey | undefined,
	right: SortKey | undefined,
	direction: 'asc' | 'desc',
): number {
	if (!left || !right) return Number(!left) - Number(!right);

	const order = left[0] - right[0] || left[1] - right[1] || TEXTS.compare(left[2], right[2]);
	return direction === 'desc' ? -order : order;
}
