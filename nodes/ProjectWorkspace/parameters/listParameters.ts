import { anyFilterOption, filtersFrom, type FilterRow } from '../editor/filters';
import { DEFAULT_LIMIT, listOptions, SKIP } from '../editor/listOptions';
import { isEmpty, type Problem } from './request';
import { passes } from '../records/filter';
import type { ListOverrides } from '../lists';
import { readOptions } from './bodyParameters';
import type { RecordFilter } from '../run/filterTally';
import type { ParameterReader } from './reader';

export type Limit = { ok: true; value: number | undefined } | { ok: false; problem: Problem };

/** Undefined where Return All is on. */
export function readLimit(read: ParameterReader, item: number): Limit {
	return read('returnAll', item, false)
		? { ok: true, value: undefined }
		: wholeNumber(read('limit', item, DEFAULT_LIMIT), {
				label: 'Limit',
				unset: DEFAULT_LIMIT,
				least: 1,
				todo: "Change 'Limit', or turn on 'Return All'.",
			});
}

/** How many records at the beginning of the list are left out. */
export const readSkip = (read: ParameterReader, item: number) =>
	wholeNumber(readOptions(read, item)[SKIP], {
		label: 'Skip',
		unset: 0,
		least: 0,
		todo: "Change 'Skip' under 'Options', or remove it.",
	});

interface Wanted {
	label: string;
	unset: number;
	least: number;
	todo: string;
}

function wholeNumber(given: unknown, { label, unset, least, todo }: Wanted) {
	const number = isEmpty(given) ? unset : Number(given);
	return Number.isInteger(number) && number >= least
		? ({ ok: true, value: number } as const)
		: ({
				ok: false,
				problem: {
					message: `'${label}' must be a whole number of at least ${least}`,
					description: todo,
				},
			} as const);
}

/** What is set by hand about lists; empty texts count as not set. */
export function readListOverrides(read: ParameterReader, item: number): ListOverrides {
	const names = new Set(listOptions.map(({ name }) => name).filter((name) => name !== SKIP));
	return Object.fromEntries(
		Object.entries(readOptions(read, item)).filter(
			([name, value]) => names.has(name) && !isEmpty(value),
		),
	);
}

type Filter = { ok: true; value: RecordFilter | undefined } | { ok: false; problem: Problem };

/** Undefined where every record is wanted. */
export function readFilter(read: ParameterReader, item: number, forAgent: boolean): Filter {
	const { filter: rows = [] } = read('filters', item, {}) as { filter?: FilterRow[] }; // a fixed collection
	const given = filtersFrom(rows, forAgent);
	if (!given.ok) return given;
	const { filters } = given;
	if (filters.length === 0) return { ok: true, value: undefined };
	const any = readOptions(read, item)[anyFilterOption.name] === true;
	return {
		ok: true,
		value: {
			keeps: (record) => passes(record, filters, any),
			fields: filters.map(({ field }) => field),
		},
	};
}
