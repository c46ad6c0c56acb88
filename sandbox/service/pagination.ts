import type { JsonValue } from '../json.ts';
import type { PageSettings } from '../settings/schema.ts';
import { Refusal } from './conditions.ts';

/** A cursor is this and a sequence number, encoded. */
const CURSOR = 'after:';

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
	count: number;
	hasMore: boolean;
	/** Sequence number of the last record shown. */
	lastSequence: number | undefined;
}

/** Keys as in the setting `response`; undefined if there is no next page. */
export type PageFacts = Partial<Record<keyof PageSettings['response'], JsonValue | undefined>>;

interface Ask {
	get(name: string): string | null;
	settings: PageSettings;
	/** Sequence number of the record with an ID. */
	sequenceOf(id: string): number | undefined;
}

export interface Style {
	window(ask: Ask): Window;
	/** The fields of the response about the page, without a link. */
	facts?(page: Page, settings: PageSettings): PageFacts;
	/** Where a link to the next page is. */
	link?: 'body' | 'header';
	/** The parameters of that link, if there is a next page. */
	next?(page: Page, settings: PageSettings): Record<string, string> | undefined;
}

/** The styles. A new one is one entry: how it reads the request, and what its response says. */
export const paginationStyles = {
	none: { window: () => ({ size: Infinity, skip: 0 }) },
	page: {
		window: pageWindow,
		facts: (page, settings) => ({
			total: page.total,
			page: pageNumber(page, settings),
			size: page.window.size,
			totalPages: Math.ceil(page.total / page.window.size),
		}),
	},
	/** Page numbers and no total: only has_more tells whether another page follows. */
	pageHasMore: {
		window: pageWindow,
		facts: (page, settings) => ({ page: pageNumber(page, settings), hasMore: page.hasMore }),
	},
	offset: {
		window: offsetWindow,
		facts: ({ count, hasMore, total, window }) => ({
			total,
			offset: window.skip,
			size: window.size,
			nextOffset: hasMore ? window.skip + count : undefined,
		}),
	},
	cursor: {
		window: cursorWindow,
		facts: (page) => ({ nextCursor: nextCursor(page), hasMore: page.hasMore }),
	},
	lastId: {
		window(ask) {
			const id = ask.get(ask.settings.request.lastId);
			if (id === null) return { size: sizeOf(ask), skip: 0 };
			const after = ask.sequenceOf(id);
			if (after === undefined) {
				throw new Refusal('invalidQuery', `${ask.settings.request.lastId} names no record`);
			}
			return { size: sizeOf(ask), skip: 0, after };
		},
		facts: ({ hasMore }) => ({ hasMore }),
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
	const { firstPage, request } = ask.settings;
	return { size, skip: (wholeNumber(ask, request.page, firstPage, firstPage) - firstPage) * size };
}

function offsetWindow(ask: Ask): Window {
	return { size: sizeOf(ask), skip: wholeNumber(ask, ask.settings.request.offset, 0, 0) };
}

function cursorWindow(ask: Ask): Window {
	const cursor = ask.get(ask.settings.request.cursor);
	if (cursor === null || cursor === '') return { size: sizeOf(ask), skip: 0 };
	const text = Buffer.from(cursor, 'base64url').toString();
	const after = Number(text.slice(CURSOR.length));
	if (!text.startsWith(CURSOR) || !Number.isSafeInteger(after)) {
		throw new Refusal('invalidQuery', 'The cursor is not valid');
	}
	return { size: sizeOf(ask), skip: 0, after };
}

function sizeOf(ask: Ask): number {
	const { request, pageSize, maximumPageSize } = ask.settings;
	return Math.min(wholeNumber(ask, request.size, pageSize, 1), maximumPageSize);
}

function wholeNumber(ask: Ask, name: string, otherwise: number, least: number): number {
	const text = ask.get(name);
	if (text === null || text === '') return otherwise;
	const value = Number(text);
	if (Number.isSafeInteger(value) && value >= least) return value;
	throw new Refusal('invalidQuery', `${name} must be a whole number from ${least}`);
}

function pageNumber(page: Page, settings: PageSettings): number {
	return page.window.skip / page.window.size + settings.firstPage;
}

function nextCursor(page: Page): string | undefined {
	return page.hasMore && page.lastSequence !== undefined
		? Buffer.from(CURSOR + String(page.lastSequence)).toString('base64url')
		: undefined;
}

function byCursor(page: Page, { request }: PageSettings): Record<string, string> | undefined {
	const cursor = nextCursor(page);
	return cursor === undefined ? undefined : { [request.cursor]: cursor };
}

function byPage(page: Page, settings: PageSettings): Record<string, string> | undefined {
	if (!page.hasMore) return undefined;
	return { [settings.request.page]: String(pageNumber(page, settings) + 1) };
}
