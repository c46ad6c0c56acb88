import type { PageTarget, PaginationStyle } from '../types';

/** One way how services lead to the next page. */
export interface Strategy {
	kind: Exclude<PaginationStyle, 'none'>;
	/**
	 * Where a page says it; undefined where it does not. In plain letters (`next_cursor`, `nextCursor` and `X-Next-Cursor`
	 * are one), and matched at the end of the path, so `nextcursor` is also `meta.next_cursor`.
	 */
	at?: string;
	/**
	 * The request parameters that may take it, the likeliest first. Words are spelled in the style of the field; `=` is
	 * the field's own name; anything else is as written. The second page confirms the one that the service knows. An
	 * empty one: the field is a link, or an object whose fields all go into the query.
	 */
	to: readonly string[];
	/** Only if the page has these fields as well, or one of those that `|` separates. */
	beside: readonly string[];
	/** The name may also mean the present position, so it yields to another cursor that is null. */
	weak?: true;
	/** A number under this name is the present position, not a token. */
	text?: true;
	/** Tried last, and only if one request with all of them brings something new. */
	rare?: true;
}

/** A strategy with the parameter it may send: plain data, so that a position can contain it. The second page confirms it. */
export interface Candidate extends Pick<Strategy, 'kind' | 'at' | 'rare'> {
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/**
	 * Exactly where the page said it: `meta.next_cursor`; undefined for what is only counted. Without `at`, it is a path
	 * that was set manually.
	 */
	place?: string;
	/** False: nothing says that there is more, it is only possible. */
	sure: boolean;
}

/** What a page shows of the way on. */
export interface Detected {
	/** The likeliest first. */
	candidates: Candidate[];
	/** A cursor or link is there and says that this was all. */
	isClosed: boolean;
	/** Nothing at all says how large the list is, where this page stands or how to go on. */
	isSilent: boolean;
}

export type NextStep =
	| { kind: 'ask'; target: PageTarget; cursor: string }
	/** Nothing leads on: the cursor or link is absent or null, or there is no last ID. */
	| { kind: 'none' }
	| { kind: 'refused'; why: string; link: string };

/** What a page says about the end. Any sign of more beats any sign of the end. */
export interface Evidence {
	more: boolean;
	/** Something says that this was all. Alone it only explains a page that then brings nothing. */
	isLikelyEnd: boolean;
	/** Said outright, or the total is reached. */
	isClosed: boolean;
	/** The service says outright that this was all, or two counts agree on it; and the page is not full. */
	isEnd: boolean;
	isFull: boolean;
	/** As many pages were read as there are. */
	isLastPage: boolean;
	/** The total is the number of records on the first page. */
	mayCountPage: boolean;
}

/** How far one walk through a list has come. */
export interface Walk {
	pages: number;
	/** Where the next page begins by the sizes of the pages, with what came twice; an empty page counts as a full one. */
	position: number;
	/** Different records. */
	distinct: number;
	/** The largest page: a server's own page size shows in what it gives. */
	largest: number;
	emptyInARow: number;
	/** How many of the last page's records were new. */
	fresh: number;
	/** The last page was said to be the last of all. */
	isSaidEnd: boolean;
	/** That was said, and the next page had new records. */
	isEndRefuted: boolean;
	/** The total only counts the records on its page. */
	isTotalOfPage: boolean;
	/** How pages are asked for, once that is confirmed. */
	strategy: Candidate | undefined;
	/** What the last page with new records said. */
	evidence: Evidence | undefined;
}
