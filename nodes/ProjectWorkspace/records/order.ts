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

interface SortKey {
	/** Numbers, also in texts, come before times, and times before other texts. */
	rank: number;
	size: number;
	text: string;
}

/** @returns undefined for a missing value */
function sortKey(value: unknown): SortKey | undefined {
	if (isEmpty(value)) return undefined;
	const text = textOf(value);

	const size = numberOf(value);
	if (size !== undefined) return { rank: 0, size, text };
	const time = readSavedTime(value);
	if (time) return { rank: 1, size: time.ms, text };
	return { rank: 2, size: 0, text };
}

/** Ignores case, and sorts 2 before 10. */
const TEXTS = new Intl.Collator('en', { numeric: true });

function compareKeys(
	left: SortKey | undefined,
	right: SortKey | undefined,
	direction: 'asc' | 'desc',
): number {
	if (!left || !right) return Number(!left) - Number(!right);

	const order =
		left.rank - right.rank || left.size - right.size || TEXTS.compare(left.text, right.text);
	return direction === 'desc' ? -order : order;
}
