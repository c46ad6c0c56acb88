import type { ResourceName } from '../catalogue';
import { reject, type Result } from '../result';
import type { ListFacts } from './completeness';
import { messages, notes } from './messages';
import { KnownWay, type KnownWays } from './nextPage/knownWays';
import { type Reading, readPage } from './page/reading';
import { SeenRecords } from './page/seenRecords';
import { pageSizeIn } from './page/signs';
import { createPrefetch } from './prefetch';
import { Progress } from './progress';
import type { FetchPage, ListOverrides, ListProblem, PageTarget } from './types';

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
	knownWays?: KnownWays;
}

/** A list that is being read. */
export type OpenList = ReturnType<typeof openList>;

/** A page that was read, and how it was requested. */
export interface CurrentPage {
	target: PageTarget;
	/** The cursor, number or link; empty for the first page. */
	cursor: string;
	reading: Reading;
}

/** The next page, or what its absence says about the list. */
export type FollowingPage = Result<CurrentPage, Partial<ListFacts>>;

/** There is no next page. */
export const END = reject<Partial<ListFacts>>({});

/** @param cursor of the page that could not be read */
export const broken = (problem: ListProblem, cursor?: string) =>
	reject<Partial<ListFacts>>({ problem: { ...problem, cursor } });

export function openList(options: ListOptions) {
	const { resource, address, parallel, overrides = {}, knownWays = new Map() } = options;
	const { pageSizeParameter, pageSize, recordsPath } = overrides;
	const firstQuery = { ...options.firstQuery };
	if (pageSizeParameter && pageSize !== undefined) firstQuery[pageSizeParameter] = String(pageSize);
	const key = JSON.stringify([address, Object.keys(firstQuery).sort(), overrides]);
	const known = knownWays.get(key) ?? new KnownWay();
	knownWays.set(key, known);
	const progress = new Progress({
		ignoreTotal: overrides.ignoreTotal,
		pageSize: pageSize ?? pageSizeIn(firstQuery),
	});
	progress.way = known.way;
	if (pageSize !== undefined && !pageSizeParameter) progress.notes.add(notes.noPageSize);
	const ask = createPrefetch(options.fetchPage, parallel);
	return {
		/** The query of the first page, with the page size. */
		firstQuery,
		limit: options.limit ?? Infinity,
		parallel,
		overrides,
		known,
		progress,
		seen: new SeenRecords(resource),
		/** Requests and reads a page, together with the `coming` ones. */
		async read(
			target: PageTarget,
			coming?: readonly PageTarget[],
		): Promise<Result<Reading, ListProblem>> {
			const page = await ask(target, coming);
			return page.ok
				? readPage(page.value, resource, { recordsPath, knownPath: progress.path })
				: reject({ ...messages.request, failure: page.problem });
		},
	};
}
