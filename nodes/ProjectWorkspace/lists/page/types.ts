import type { Failure } from '../../client/types';
import type { JsonObject } from '../../records/json';
import type { Problem, Result } from '../../result';

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
		/** Absolute and with its query, without the key. */
		url: string;
	};
}

/** Fetches one page. The client paces, retries and authenticates. */
export type FetchPage = (target: PageTarget) => Promise<Result<Page, Failure>>;

/** Why a list was not read further. */
export interface ListProblem extends Problem {
	/** `code` in the details of an error. */
	reason:
		| ('shape' | 'error-answer' | 'override' | 'request' | 'next-link')
		| ('loop' | 'endless' | 'no-list' | 'no-way-on' | 'short' | 'position')
		| ('unknown' | 'not-found');
	/** The cursor, page number, offset or link of the page that could not be had. */
	cursor?: string;
	/** Why the request of that page was refused. */
	failure?: Failure;
	/** The service's own code, for an error with a success status. */
	code?: string;
}
