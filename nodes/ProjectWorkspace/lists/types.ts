import type { Failure } from '../client/types';
import type { WayKind } from '../records/paginationFields';
import type { Problem, Result } from '../result';
import type { PageTarget } from './page/target';

/** One page, already parsed. */
export interface Page {
	body: unknown;
	headers: Readonly<Record<string, string>>;
	/** Undefined: 200. */
	status?: number;
	/** The parameters that were sent; for a link, those of the first page. */
	query: Readonly<Record<string, string>>;
	/** Of the request: absolute and with its query, without the key. */
	url: string;
}

export type FetchPage = (target: PageTarget) => Promise<Result<Page, Failure>>;

/** Why a list could not be read, or not to its end. */
export interface ListProblem extends Problem {
	/** `code` in the details of an error. */
	reason:
		| ('shape' | 'error-answer' | 'override' | 'request' | 'next-link' | 'unfiltered')
		| ('loop' | 'endless' | 'no-list' | 'no-way-on' | 'short' | 'unknown');
	/** The cursor, page number, offset or link of the page that could not be read. */
	cursor?: string;
	/** Why the request for that page failed. */
	failure?: Failure;
	/** The service's own code, for an error with a success status. */
	code?: string;
}

/** What a user may set manually. Everything else is detected. */
export interface ListOverrides {
	style?: WayKind | 'none';
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
