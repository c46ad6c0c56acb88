import type { Reading } from '../reading';
import type { PageTarget } from '../types';
import type { PaginationField } from './paginationFields';
import type { Strategy } from './strategies';

/** A strategy with the parameter it may send. The second page confirms it. */
export interface Candidate {
	strategy: Strategy;
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/** Reads where a page says it; undefined for strategies that only count. */
	read?: (reading: Reading) => PaginationField | undefined;
	/** False: nothing says that there is more, it is only possible. */
	sure: boolean;
	/** For the hint. */
	label: string;
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
