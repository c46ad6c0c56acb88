import type { Failure } from '../client/types';
import type { Problem, Result } from '../result';

/** A page to request: the list's own address with a query, or a URL from the service. */
export type PageTarget = { query: Record<string, string> } | { url: string };

/** One page, already parsed. */
export interface Page {
	body: unknown;
	headers: Readonly<Record<string, string>>;
	/** The parameters that were sent; for a link, those of the first page. */
	query: Readonly<Record<string, string>>;
	/** Of the request: absolute and with its query, without the key. */
	url: string;
}

export type FetchPage = (target: PageTarget) => Promise<Result<Page, Failure>>;

/** Why reading a list stopped. */
export interface ListProblem extends Problem {
	/** `code` in the details of an error. */
	reason:
		| ('shape' | 'error-answer' | 'override' | 'request' | 'next-link')
		| ('loop' | 'endless' | 'no-list' | 'no-way-on' | 'short' | 'unknown');
	/** The cursor, page number, offset or link of the page that could not be read. */
	cursor?: string;
	/** Why the request for that page failed. */
	failure?: Failure;
	/** The service's own code, for an error with a success status. */
	code?: string;
}

/** How to request the next page. */
export interface Way {
	kind: 'link' | 'cursor' | 'page' | 'offset' | 'lastId';
	/** The field of the strategy; undefined if `place` was set manually. */
	field?: string;
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/** Path of the cursor or link: `meta.next_cursor`; undefined for numbers that are only counted. */
	place?: string;
}

/** How much was read, which decides what the next page is. */
export interface Reached {
	pages: number;
	/** Where the next page begins by the sizes of the pages; an empty page counts as a full one. */
	offset: number;
	/** Different records. */
	distinct: number;
	/** The size of the largest page. */
	largest: number;
}

/** What a user may set manually. Everything else is detected. */
export interface ListOverrides {
	style?: Way['kind'] | 'none';
	/** Where the next cursor, link or number is: `meta.next_cursor`, or `header.X-Next-Page`. */
	nextPath?: string;
	/** The request parameter that takes the cursor, page number, offset or last ID. */
	parameter?: string;
	/** The number of the first page, for the style `page`. */
	firstPage?: number;
	/** Where the records are: `data.items`; `.` for the response itself. */
	recordsPath?: string;
	pageSizeParameter?: string;
	pageSize?: number;
	/** The reported total is known to be wrong. */
	ignoreTotal?: boolean;
}
