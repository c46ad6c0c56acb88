import type { JsonValue } from '../json.ts';
import { Rejection } from './conditions.ts';

/** A cursor is this and a sequence number, encoded. */
const CURSOR = 'after:';
const MAX_PAGE_SIZE = 100;

/** The requested part of a list: after `skip` records, or after the record with the sequence number `after`. */
export interface Window {
	size: number;
	skip: number;
	after?: number;
}

/** What was found for a window. */
export interface Page {
	window: Window;
	total: number;
	hasMore: boolean;
	/** Sequence number of the last record shown. */
	lastSequence: number | undefined;
}

/** Fields of a list response about its pages. */
export type PageFacts = Record<string, JsonValue>;

interface Ask {
	/** A query parameter. */
	get(name: string): string | null;
	/** Page size if the request has none. */
	pageSize: number;
	/** Sequence number of the record with an ID. */
	sequenceOf(id: string): number | undefined;
}

export interface Style {
	window(ask: Ask): Window;
	/** The fields of the response about the page, without a link. */
	facts?(page: Page): PageFacts;
	/** Where a link to the next page is. */
	link?: 'body' | 'header';
	/** The parameters of that link, if there is a next page. */
	next?(page: Page): Record<string, string> | undefined;
}

/** The styles. A new one is one entry: how it reads the request, and what its response says. */
export const paginationStyles = {
	none: { window: () => ({ size: Infinity, skip: 0 }) },
	page: {
		window: pageWindow,
		facts: (page) => ({
			total: page.total,
			page: pageNumber(page),
			limit: page.window.size,
			total_pages: Math.ceil(page.total / page.window.size),
		}),
	},
	/** Page numbers and no total: only has_more tells whether another page follows. */
	pageHasMore: {
		window: pageWindow,
		facts: (page) => ({ page: pageNumber(page), has_more: page.hasMore }),
	},
	offset: {
		window: (ask) => ({ size: sizeOf(ask), skip: wholeNumber(ask, 'offset', 0, 0) }),
		facts: ({ total, window }) => ({ total, offset: window.skip, limit: window.size }),
	},
	cursor: {
		window: cursorWindow,
		facts: (page) => ({ next_cursor: nextCursor(page) ?? null, has_more: page.hasMore }),
	},
	lastId: {
		window(ask) {
			const id = ask.get('starting_after');
			if (id === null) return { size: sizeOf(ask), skip: 0 };
			const after = ask.sequenceOf(id);
			if (after === undefined) throw new Rejection('invalidQuery', 'starting_after is no record');
			return { size: sizeOf(ask), skip: 0, after };
		},
		facts: ({ hasMore }) => ({ has_more: hasMore }),
	},
	nextLink: { window: cursorWindow, link: 'body', next: byCursor },
	nextLinkByPage: {
		window: pageWindow,
		facts: ({ total }) => ({ total }),
		link: 'body',
		next: byPage,
	},
	linkHeader: { window: cursorWindow, link: 'header', next: byCursor },
	linkHeaderByPage: { window: pageWindow, link: 'header', next: byPage },
} satisfies Record<string, Style>;

function pageWindow(ask: Ask): Window {
	const size = sizeOf(ask);
	return { size, skip: (wholeNumber(ask, 'page', 1, 1) - 1) * size };
}

function cursorWindow(ask: Ask): Window {
	const cursor = ask.get('cursor');
	if (!cursor) return { size: sizeOf(ask), skip: 0 };
	const text = Buffer.from(cursor, 'base64url').toString();
	const after = Number(text.slice(CURSOR.length));
	if (!text.startsWith(CURSOR) || !Number.isSafeInteger(after)) {
		throw new Rejection('invalidQuery', 'The cursor is not valid');
	}
	return { size: sizeOf(ask), skip: 0, after };
}

function sizeOf(ask: Ask): number {
	return Math.min(wholeNumber(ask, 'limit', ask.pageSize, 1), MAX_PAGE_SIZE);
}

function wholeNumber(ask: Ask, name: string, otherwise: number, least: number): number {
	const text = ask.get(name);
	if (!text) return otherwise;
	const value = Number(text);
	if (Number.isSafeInteger(value) && value >= least) return value;
	throw new Rejection('invalidQuery', `${name} must be a whole number from ${least}`);
}

function pageNumber(page: Page): number {
	return page.window.skip / page.window.size + 1;
}

function nextCursor(page: Page): string | undefined {
	return page.hasMore && page.lastSequence !== undefined
		? Buffer.from(CURSOR + String(page.lastSequence)).toString('base64url')
		: undefined;
}

function byCursor(page: Page): Record<string, string> | undefined {
	const cursor = nextCursor(page);
	return cursor === undefined ? undefined : { cursor };
}

function byPage(page: Page): Record<string, string> | undefined {
	return page.hasMore ? { page: String(pageNumber(page) + 1) } : undefined;
}
