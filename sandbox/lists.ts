import { Rejection } from './http.ts';
import type { JsonObject, JsonValue } from './json.ts';

const MAX_PAGE_SIZE = 100;
const CURSOR = 'after_';

/** A request for a page of a list. */
export interface ListRequest {
	query: URLSearchParams;
	/** If the request has no `limit`. */
	pageSize: number;
	/** The URL of the list, without a query. */
	url: string;
}

export interface ListResponse {
	body: JsonValue;
	headers: Record<string, string>;
}

type Style = (records: readonly JsonObject[], request: ListRequest) => ListResponse;

/** How a list is cut into pages, and what its response says about them. */
export const listStyles = {
	/** `{ data, page, limit, total, total_pages }`; the next page is `?page=2`. */
	page(records, { query, pageSize }) {
		const limit = limitOf(query, pageSize);
		const page = wholeNumber(query, 'page', 1);

		return {
			headers: {},
			body: {
				data: records.slice((page - 1) * limit, page * limit),
				page,
				limit,
				total: records.length,
				total_pages: Math.ceil(records.length / limit),
			},
		};
	},

	/** `{ data, has_more, next_cursor }`; the next page is `?cursor=…`. */
	cursor(records, { query, pageSize }) {
		const limit = limitOf(query, pageSize);
		const start = Number(query.get('cursor')?.slice(CURSOR.length) ?? 0);
		const end = start + limit;
		const hasMore = end < records.length;

		return {
			headers: {},
			body: {
				data: records.slice(start, end),
				has_more: hasMore,
				next_cursor: hasMore ? `${CURSOR}${end}` : null,
			},
		};
	},

	/** An array; the next page is in the header `Link`. */
	array(records, { query, pageSize, url }) {
		const limit = limitOf(query, pageSize);
		const page = wholeNumber(query, 'page', 1);
		const headers: Record<string, string> = {};

		if (page * limit < records.length) {
			const next = new URLSearchParams(query);
			next.set('page', String(page + 1));
			headers.Link = `<${url}?${next.toString()}>; rel="next"`;
		}

		return { headers, body: records.slice((page - 1) * limit, page * limit) };
	},
} satisfies Record<string, Style>;

export type ListStyle = keyof typeof listStyles;

function limitOf(query: URLSearchParams, pageSize: number): number {
	return Math.min(wholeNumber(query, 'limit', pageSize), Math.max(pageSize, MAX_PAGE_SIZE));
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
	const text = query.get(name);
	if (!text) return otherwise;

	const value = Number(text);
	if (Number.isSafeInteger(value) && value >= 1) return value;

	throw new Rejection(400, 'invalid_query', `${name} must be a whole number from 1`);
}
