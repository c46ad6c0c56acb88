import type { JsonObject } from '../records/json';

export type ResourceName = 'user' | 'project' | 'task' | 'workflow';

/** One record as the service wrote it. */
export type ListRecord = JsonObject;

/** What to ask for: the list's own address with a query, or an address that the service gave. */
export type PageTarget = { query: Record<string, string> } | { url: string };

/** One page, already parsed. */
export interface Page {
	body: unknown;
	status?: number;
	headers: Record<string, string>;
	request: {
		query: Record<string, string>;
		/** Absolute, without the key. */
		url: string;
	};
}

/** Fetches one page. The transport paces, retries and authenticates; it rejects when refused. */
export type FetchPage = (target: PageTarget) => Promise<Page>;

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
}

export interface ListOptions {
	resource: ResourceName;
	firstQuery: Record<string, string>;
	/** Undefined: all. */
	limit?: number;
	fetchPage: FetchPage;
	/** How many pages may be under way at once where pages are addressable. */
	parallel: number;
	overrides?: ListOverrides;
	/** Did the service reject the request itself: an unknown parameter, or a page past the end (400, 404, 422)? */
	isInvalidRequest?: (cause: unknown) => boolean;
}

export interface PageOfRecords {
	records: ListRecord[];
	/** 1 for the first. */
	page: number;
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
 * - `unpaged`: it came in one page without any sign of its size or of further pages. It may have been cut.
 */
export type Proof = 'stated' | 'walked' | 'unpaged';

export interface ListRefusal {
	reason:
		| ('shape' | 'error-answer' | 'partial-content' | 'override' | 'request' | 'next-link')
		| ('loop' | 'empty-pages' | 'no-list' | 'no-way-on' | 'short');
	/** What happened. */
	message: string;
	/** What to do. */
	description: string;
	/** The page that could not be had: ask for this to go on. Undefined when there is no such page. */
	position?: PageTarget;
	/** The cursor, page number, offset or link in `position`, alone. */
	cursor?: string;
	/** What `fetchPage` rejected with. */
	cause?: unknown;
	/** The service's own code, for an error with a success status. */
	code?: string;
}

export type ListOutcome =
	| { kind: 'done'; report: ListReport }
	| { kind: 'refused'; refusal: ListRefusal; report: ListReport };
