import type { PageTarget } from '../page/types';

export type PaginationStyle = 'link' | 'cursor' | 'page' | 'offset' | 'lastId' | 'none';

/** One way how services lead to the next page. */
export interface Strategy {
	kind: Exclude<PaginationStyle, 'none'>;
	/**
	 * The field that says it; undefined for a usual parameter, where nothing says it. In plain letters (`next_cursor`,
	 * `nextCursor` and `X-Next-Cursor` are one), and matched at the end of the path, so `nextcursor` is also
	 * `meta.next_cursor`.
	 */
	field?: string;
	/**
	 * The request parameters that may take it, the likeliest first. Words are spelled in the style of the field; `=` is
	 * the field's own name; anything else is as written. An empty one: the field is a link, or an object whose fields all
	 * go into the query.
	 */
	parameters: readonly string[];
	/** Only if the page has these fields as well, or one of those that `|` separates. */
	requires: readonly string[];
	/** The name may also mean the present position, so it yields to another cursor that is null. */
	ambiguous?: true;
	/** A number under this name is the present position, not a token. */
	text?: true;
}

/** A strategy with the parameter to send: plain data, so that a position can contain it. Another page confirms it. */
export interface Way extends Pick<Strategy, 'kind' | 'field'> {
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/**
	 * Exactly where the page said it: `meta.next_cursor`; undefined for what is only counted. Without `field`, it is a
	 * path that was set manually.
	 */
	place?: string;
}

/** How far reading has come: what the next page depends on. */
export interface Reached {
	pages: number;
	/** Where the next page begins by the sizes of the pages, with what came twice; an empty page counts as a full one. */
	position: number;
	/** Different records. */
	distinct: number;
	/** The largest page: a server's own page size shows in what it returns. */
	largest: number;
}

export type NextStep =
	| { kind: 'ask'; target: PageTarget; cursor: string }
	/** Nothing leads on: the cursor or link is absent or null, or there is no last ID. */
	| { kind: 'none' }
	| { kind: 'refused'; why: string; link: string };

/** What a person may set manually about the next page. What is left out is detected. */
export interface WayOverrides {
	style?: PaginationStyle;
	/** Where the next cursor, link or number is: `meta.next_cursor`, or `header.X-Next-Page`. */
	nextPath?: string;
	/** The request parameter that takes the cursor, page number, offset or last ID. */
	parameter?: string;
	/** The number of the first page, for the style `page`. */
	firstPage?: number;
}

/** Whether the person has set how the next page is found. */
export const isSetManually = ({ style, nextPath, parameter }: WayOverrides): boolean =>
	[style, nextPath, parameter].some((set) => set !== undefined);
