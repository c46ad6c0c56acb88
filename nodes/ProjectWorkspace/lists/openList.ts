import type { ResourceName } from '../catalogue';
import type { Result } from '../result';
import { KnownWays } from './nextPage/knownWays';
import { pageSizeIn } from './page/signs';
import { type Reading, readPage } from './page/reading';
import { SeenRecords } from './page/seenRecords';
import type { FetchPage, ListProblem, Page, PageTarget, ListOverrides } from './types';
import type { JsonObject } from '../records/json';
import { beginningOf, keyOfRecord, type Position, readPosition, writePosition } from './position';
import { createPrefetch } from './prefetch';
import { Progress } from './progress';
import { notes } from './messages';

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
	/** Set by the person: a page with so many records is full. */
	pageSize?: number;
	parallel: number;
	overrides: ListOverrides;
	ask: FetchPage;
	read: (page: Page) => Result<Reading, ListProblem>;
	seen: SeenRecords;
	progress: Progress;
	/** The pages that were requested. */
	asked: Set<string>;
	prefetch: ReturnType<typeof createPrefetch>;
	/** Where the records are, once a page had records. */
	path?: readonly string[];
	/** Parameters that did not return another page, and whether one of them returned a page past the end. */
	tried: string[];
	isPastEnd: boolean;
	/** Sentences for the report. */
	notes: Set<string>;
	knownWays: KnownWays;
	/** Identifies the list among those of the run. */
	wayKey: string;
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
	/** The last pages were empty, but still had a next page. */
	isOpen?: boolean;
	problem?: ListProblem;
}

export type FollowingPage = (CurrentPage & { kind: 'page' }) | ReadingEnd;

export const END: ReadingEnd = { kind: 'end' };

export const broken = (problem: ListProblem): ReadingEnd => ({ kind: 'end', problem });

/** Undefined if 'Start From Position' is not a position of this list. */
export function openList(options: ListOptions): OpenList | undefined {
	const { resource, address, fetchPage, parallel, overrides = {} } = options;
	const { pageSizeParameter, pageSize, startFrom = 'start', recordsPath } = overrides;
	const firstQuery = { ...options.firstQuery };
	if (pageSizeParameter && pageSize !== undefined) firstQuery[pageSizeParameter] = String(pageSize);
	const owner = { address, firstQuery, pageSize };
	const start = startFrom === 'start' ? beginningOf(firstQuery) : readPosition(owner, startFrom);
	if (!start) return undefined;
	const { style, nextPath, parameter, firstPage } = overrides;
	const list: OpenList = {
		start,
		limit: options.limit ?? Infinity,
		pageSize: pageSize ?? pageSizeIn(firstQuery),
		parallel,
		overrides,
		ask: fetchPage,
		read: (page) => readPage(page, { resource, recordsPath, knownPath: list.path }),
		seen: new SeenRecords(resource),
		progress: new Progress(start.reached, overrides.ignoreTotal),
		asked: new Set(),
		prefetch: createPrefetch(fetchPage, parallel),
		tried: [],
		isPastEnd: false,
		notes: new Set(pageSize !== undefined && !pageSizeParameter ? [notes.noPageSize] : []),
		knownWays: options.knownWays ?? new KnownWays(),
		wayKey: JSON.stringify([address, recordsPath, style, nextPath, parameter, firstPage]),
		writePosition: (position) => writePosition(owner, position),
	};
	list.progress.way ??= list.knownWays.get(list.wayKey);
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
