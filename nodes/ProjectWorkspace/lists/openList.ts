import type { ResourceName } from '../catalogue';
import type { JsonObject } from '../records/json';
import type { Result } from '../result';
import { notes } from './messages';
import { type KnownWay, KnownWays } from './nextPage/knownWays';
import { type Reading, readPage } from './page/reading';
import { SeenRecords } from './page/seenRecords';
import { pageSizeIn } from './page/signs';
import { beginningOf, keyOfRecord, type Position, readPosition, writePosition } from './position';
import { createPrefetch } from './prefetch';
import { Progress } from './progress';
import type { FetchPage, ListOverrides, ListProblem, Page, PageTarget } from './types';

export interface ListOptions {
	resource: ResourceName;
	/** The list's own address, absolute and without a query. */
	address: string;
	firstQuery: Readonly<Record<string, string>>;
	/** Undefined: all. */
	limit?: number;
	fetchPage: FetchPage;
	/** How many pages may be requested at once, if their numbers are known in advance. */
	parallel: number;
	overrides?: ListOverrides;
	/** Without it, nothing is remembered. */
	knownWays?: KnownWays;
}

/** A list that is being read. */
export interface OpenList {
	/** Where reading starts: on the first page, or where an earlier reading stopped. */
	start: Position;
	limit: number;
	parallel: number;
	overrides: ListOverrides;
	ask: ReturnType<typeof createPrefetch>;
	read: (page: Page) => Result<Reading, ListProblem>;
	seen: SeenRecords;
	progress: Progress;
	/** The pages that were requested. */
	asked: Set<string>;
	/** Where the records are, once a page had records. */
	path?: readonly string[];
	/** Parameters that were tried, and whether one of them led to a page past the end. */
	tried: Set<string>;
	isPastEnd: boolean;
	/** Sentences for the report. */
	notes: Set<string>;
	/** What other lists of the run have found out about this one. */
	known: KnownWay;
	writePosition: (position: Position) => string;
}

/** A page that was read, and how it was requested. */
export interface CurrentPage {
	target: PageTarget;
	/** The cursor, number or link; empty for the first page. */
	cursor: string;
	reading: Reading;
}

/** Why there is no next page; `problem` if there should be one that could not be read. */
export interface ReadingEnd {
	kind: 'end';
	/** The next page was rejected, as some services do past the end. */
	isRejected?: boolean;
	/** The last pages brought hardly anything, but still had a next page. */
	isOpen?: boolean;
	problem?: ListProblem;
}

export type FollowingPage = (CurrentPage & { kind: 'page' }) | ReadingEnd;

export const END: ReadingEnd = { kind: 'end' };

/** @param cursor of the page that could not be read */
export const broken = (problem: ListProblem, cursor?: string): ReadingEnd => ({
	kind: 'end',
	problem: { ...problem, cursor },
});

/** Undefined if 'Start From Position' is not a position of this list. */
export function openList(options: ListOptions): OpenList | undefined {
	const { resource, address, parallel, overrides = {}, knownWays = new KnownWays() } = options;
	const { pageSizeParameter, pageSize, startFrom = 'start', recordsPath } = overrides;
	const firstQuery = { ...options.firstQuery };
	if (pageSizeParameter && pageSize !== undefined) firstQuery[pageSizeParameter] = String(pageSize);
	const owner = { address, firstQuery, pageSize };
	const start = startFrom === 'start' ? beginningOf(firstQuery) : readPosition(owner, startFrom);
	if (!start) return undefined;
	const { style, nextPath, parameter, firstPage, ignoreTotal } = overrides;
	const known = knownWays.of(
		JSON.stringify([address, recordsPath, style, nextPath, parameter, firstPage]),
	);
	const progress = new Progress(start.reached, {
		ignoreTotal,
		pageSize: pageSize ?? pageSizeIn(firstQuery),
	});
	progress.way ??= known.way;
	const list: OpenList = {
		start,
		limit: options.limit ?? Infinity,
		parallel,
		overrides,
		ask: createPrefetch(options.fetchPage, parallel),
		read: (page) => readPage(page, { resource, recordsPath, knownPath: list.path }),
		seen: new SeenRecords(resource),
		progress,
		asked: new Set(),
		tried: new Set(),
		isPastEnd: false,
		notes: new Set(pageSize !== undefined && !pageSizeParameter ? [notes.noPageSize] : []),
		known,
		writePosition: (position) => writePosition(owner, position),
	};
	return list;
}

/**
 * The position after any number of a page's records. Call it before `Progress.enter`.
 * @param kept the records that the page returns
 * @param isCut whether Limit leaves out some of its records
 */
export function positionsOn(
	{ progress: { reached }, start: { firstQuery }, writePosition: write }: OpenList,
	{ target, reading: { records } }: CurrentPage,
	{ kept, isCut }: { kept: readonly JsonObject[]; isCut: boolean },
): (count: number) => string {
	return (count) => {
		// With the last new record, the rest of the page counts as returned.
		const last = count < kept.length || isCut ? kept[count - 1] : records.at(-1);
		const returned = last ? records.indexOf(last) + 1 : 0;
		return write({ target, firstQuery, reached, returned, last: last && keyOfRecord(last) });
	};
}
