import type { ResourceName } from '../catalogue';
import type { Completeness } from './completeness';
import type { KnownWays } from './nextPage/knownWays';
import type { WayOverrides } from './nextPage/types';
import type { FetchPage, ListRecord } from './page/types';
import type { ListReport } from './report';

/** What a user may set manually. Each part wins alone; what is left out is detected. */
export interface ListOverrides extends WayOverrides {
	/** Where the records are: `data.items`; `.` for the response itself. */
	recordsPath?: string;
	pageSizeParameter?: string;
	pageSize?: number;
	/** The reported total is known to be outdated: a shorter list is then no reason to reject it. */
	ignoreTotal?: boolean;
	/** Where an earlier reading of the same list stopped, as it gave it; `start` for the beginning. */
	startFrom?: string;
}

export interface ListOptions {
	resource: ResourceName;
	/** The list's own address, absolute and without a query. */
	address: string;
	firstQuery: Readonly<Record<string, string>>;
	/** Undefined: all. */
	limit?: number;
	fetchPage: FetchPage;
	/** How many pages may be under way at once where pages are addressable. */
	parallel: number;
	overrides?: ListOverrides;
	/** Left out, nothing is remembered. */
	knownWays?: KnownWays;
}

export interface PageOfRecords {
	records: ListRecord[];
	/** Where to start from to go on after so many of these records, for 'Start From Position'; undefined where it cannot. */
	positionAfter: (count: number) => string | undefined;
}

export interface ListOutcome {
	report: ListReport;
	/** Where to start from to go on after the records that were read, if that is known. */
	position?: string;
	completeness: Completeness;
	/** Set if Limit ended it: whether the list goes on after that; undefined where nobody knows. */
	limited?: { more: boolean | undefined };
}
