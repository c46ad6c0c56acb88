import type { ResourceName } from '../catalogue';
import type { Failure } from '../client/types';
import type { JsonObject } from '../records/json';
import type { Result } from '../result';

/** One record as the service wrote it. */
export type ListRecord = JsonObject;

/** What to ask for: the list's own address with a query, or an address that the service gave. */
export type PageTarget = { query: Record<string, string> } | { url: string };

/** One page, already parsed. */
export interface Page {
	body: unknown;
	status?: number;
	headers: Readonly<Record<string, string>>;
	request: {
		query: Readonly<Record<string, string>>;
		/** Absolute, without the key. */
		url: string;
	};
}

/** Fetches one page. The client paces, retries and authenticates. */
export type FetchPage = (target: PageTarget) => Promise<Result<Page, Failure>>;

export type PaginationStyle = 'link' | 'cursor' | 'page' | 'offset' | 'lastId' | 'none';

/** What a user may set manually. Each part wins alone; what is left out is detected. */
export interface ListOverrides {
	/** Where the records are: `data.items`; `.` for the response itself. */
	recordsPath?: string;
	style?: PaginationStyle;
	/** Where the next cursor, link or number is: `meta.next_cursor`, or `header.X-Next-Page`. */
	nextPath?: string;
	/** The request parameter that takes the cursor, page number, offset or last ID. */
	parameter?: string;
	/** The number of the first page, for the style `page`. */
	firstPage?: number;
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
}

export interface PageOfRecords {
	records: ListRecord[];
	/** Where to start from to go on after so many of these records, for 'Start From Position'; undefined where it cannot. */
	positionAfter: (count: number) => string | undefined;
}

/** How a list was read, for an execution hint. */
export interface ListReport {
	/** Where the records are, in words: `the response itself`, `data.items`. */
	recordsPath: string;
	/** How the next page is found, in words. */
	pagination: string;
	pages: number;
	records: number;
	/** Records left out because a later page brought the same ID again. */
	repeated: number;
	total?: number;
	/** Set where reading stopped because Limit was reached: whether the list goes on after that. */
	limited?: { more: boolean | undefined };
	/** On what it rests that the list is complete; undefined where reading stopped before its end. */
	proof?: Proof;
	notes: string[];
}

/**
 * Why a list counts as complete:
 * - `walked`: it was read page by page up to an end that was proven;
 * - `stated`: it came in one page, and the service says that this is all, or states a total that fits;
 * - `searched`: it came in one page, and nothing more was found where its pagination leads;
 * - `unpaged`: it came in one page without any sign of its size or of further pages. It may have been cut.
 * - `absent`: the response was empty, `{}` or null, as some services write an empty list, and others nothing at all.
 */
export type Proof = 'walked' | 'stated' | 'searched' | 'unpaged' | 'absent';

export interface ListRefusal {
	reason:
		| ('shape' | 'error-answer' | 'partial-content' | 'override' | 'request' | 'next-link')
		| ('loop' | 'empty-pages' | 'no-list' | 'no-way-on' | 'short' | 'position');
	/** What happened. */
	message: string;
	/** What to do. */
	description: string;
	/** The cursor, page number, offset or link of the page that could not be had. */
	cursor?: string;
	/** Why the request of that page was refused. */
	failure?: Failure;
	/** The service's own code, for an error with a success status. */
	code?: string;
}

/** `position`: where to start from to go on after the records that were read, if that is known. */
export type ListOutcome = { report: ListReport; position?: string } & (
	| { kind: 'done' }
	| { kind: 'refused'; refusal: ListRefusal }
);
