import type { Result } from '../result';
import { ListProgress } from './progress';
import { beginningOf, keyOfRecord, type Position, readPosition, writePosition } from './position';
import { type Reading, readPage } from './reading';
import { createSeenRecords, type SeenRecords } from './seenRecords';
import type {
	FetchPage,
	ListOptions,
	ListOverrides,
	ListRecord,
	ListRefusal,
	Page,
	PageTarget,
	Proof,
} from './types';

/** A list that is being read. */
export interface OpenList {
	/** Where reading starts: on the first page, or where an earlier reading stopped. */
	start: Position;
	limit: number;
	parallel: number;
	overrides: ListOverrides;
	ask: FetchPage;
	read: (page: Page) => Result<Reading, ListRefusal>;
	seen: SeenRecords;
	progress: ListProgress;
	/** Where the records are, once a page had some. */
	path?: readonly string[];
	/** Whether to look for pagination in objects of any name. */
	deepScan: boolean;
	writePosition: (position: Position) => string;
	/** Where to go on after all that was handed on; undefined where that is not known. */
	position?: () => string | undefined;
}

export type WalkEnd =
	| { kind: 'end'; proof: Proof }
	| { kind: 'limit'; more: boolean | undefined }
	| { kind: 'refused'; refusal: ListRefusal };

/** The end that reading page by page has proven. */
export const END: WalkEnd = { kind: 'end', proof: 'walked' };

/** @param page the one that could not be had */
export const refused = (refusal: ListRefusal, page: Pick<ListRefusal, 'cursor' | 'failure'> = {}) =>
	({ kind: 'refused', refusal: { ...refusal, ...page } }) as const;

/** Undefined if 'Start From Position' is no position of this list. */
export function openList(options: ListOptions): OpenList | undefined {
	const { resource, address, fetchPage, overrides = {} } = options;
	const { pageSizeParameter, pageSize, startFrom = 'start', recordsPath } = overrides;
	const firstQuery = { ...options.firstQuery };
	if (pageSizeParameter && pageSize !== undefined) firstQuery[pageSizeParameter] = String(pageSize);
	const owner = { address, firstQuery, pageSize };
	const start = startFrom === 'start' ? beginningOf(firstQuery) : readPosition(owner, startFrom);
	if (!start) return undefined;
	const list: OpenList = {
		start,
		limit: options.limit ?? Infinity,
		parallel: options.parallel,
		overrides,
		ask: fetchPage,
		read: (page) =>
			readPage(page, { resource, recordsPath, knownPath: list.path, deepScan: list.deepScan }),
		seen: createSeenRecords(),
		progress: new ListProgress(start.walk),
		deepScan: false,
		writePosition: (position) => writePosition(owner, position),
	};
	return list;
}

/**
 * Where to go on after so many of the records that a page hands on. Called before the page is entered.
 * @param kept what it hands on
 * @param isCut whether it has more, because of Limit
 */
export function positionsOn(
	list: OpenList,
	target: PageTarget,
	records: readonly ListRecord[],
	{ kept, isCut }: { kept: readonly ListRecord[]; isCut: boolean },
): (count: number) => string | undefined {
	const { pages, position, distinct, largest, strategy } = list.progress.walk;
	const { firstQuery } = list.start;
	// A second walk hands on what the first one missed, wherever it is.
	if (list.progress.isSecondWalk) return () => undefined;
	return (count) => {
		// The end of the page counts as handed on with its last new record.
		const last = count < kept.length || isCut ? kept[count - 1] : records.at(-1);
		const returned = last ? records.indexOf(last) + 1 : 0;
		const walk = { pages, position, distinct, largest, strategy };
		const key = last && keyOfRecord(last);
		return list.writePosition({ target, firstQuery, walk, returned, last: key });
	};
}
