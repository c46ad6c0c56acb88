import type { IDataObject } from 'n8n-workflow';

import { anyFilterOption, filtersFrom, type FilterRow } from '../derive/filters';
import { listOptions, SKIP } from '../derive/listOptions';
import { isEmpty, type Problem } from '../derive/request';
import { passes } from '../output/filter';
import type { ListOverrides } from '../pagination';
import { readOptions } from './bodyParameters';
import type { ParameterReader } from './reader';

export type Limit = { ok: true; value: number | undefined } | { ok: false; problem: Problem };

/** Undefined where Return All is on. */
export function readLimit(read: ParameterReader, item: number): Limit {
	if (read('returnAll', item, false)) return { ok: true, value: undefined };
	const limit = Number(read('limit', item, 50));
	return Number.isInteger(limit) && limit >= 1
		? { ok: true, value: limit }
		: {
				ok: false,
				problem: {
					message: "'Limit' is not a whole number of 1 or more",
					description: "Change 'Limit', or turn on 'Return All'.",
				},
			};
}

/** How many records at the beginning of the list are left out. */
export function readSkip(read: ParameterReader, item: number): number {
	const skip = Number(readOptions(read, item)[SKIP] ?? 0);
	return skip >= 1 ? Math.floor(skip) : 0;
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

type Filter =
	| { ok: true; value: ((record: IDataObject) => boolean) | undefined }
	| { ok: false; problem: Problem };

/** Undefined where every record is wanted. */
export function readFilter(read: ParameterReader, item: number, forAgent: boolean): Filter {
	const { filter: rows = [] } = read('filters', item, {}) as { filter?: FilterRow[] }; // a fixed collection
	const given = filtersFrom(rows, forAgent);
	if (!given.ok) return given;
	const { filters } = given;
	if (filters.length === 0) return { ok: true, value: undefined };
	const any = readOptions(read, item)[anyFilterOption.name] === true;
	return { ok: true, value: (record) => passes(record, filters, any) };
}
