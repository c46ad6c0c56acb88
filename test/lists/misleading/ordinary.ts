import {
	afterId,
	byOffset,
	byPage,
	byToken,
	link,
	linkIf,
	makeRows,
	type Answer,
	type Asked,
	type ListService,
} from './service';

const rows = makeRows(250);
const short = makeRows(7);

type Shape = (all: typeof rows, asked: Asked) => Answer;

const shapes: Record<string, Shape> = {
	'next_cursor that is null at the end': (all, { query }) => {
		const { items, token } = byToken(all, query.cursor);
		return { body: { tasks: items, next_cursor: token } };
	},
	'next_cursor that is absent at the end': (all, { query }) => {
		const { items, token } = byToken(all, query.cursor);
		return { body: { data: items, ...(token ? { next_cursor: token } : {}) } };
	},
	'next_cursor with has_more': (all, { query }) => {
		const { items, token, more } = byToken(all, query.cursor);
		return { body: { results: items, next_cursor: token, has_more: more } };
	},
	'meta.next_cursor': (all, { query }) => {
		const { items, token } = byToken(all, query.cursor);
		return { body: { data: items, meta: { next_cursor: token, per_page: 100 } } };
	},
	'pagination.next_cursor with has_more': (all, { query }) => {
		const { items, token, more } = byToken(all, query.cursor);
		return { body: { data: items, pagination: { next_cursor: token, has_more: more } } };
	},
	'cursors.after sent as after': (all, { query }) => {
		const { items, token } = byToken(all, query.after);
		return { body: { data: items, paging: { cursors: token ? { after: token } : {} } } };
	},
	'nextPageToken sent as pageToken': (all, { query }) => {
		const { items, token } = byToken(all, query.pageToken);
		return { body: { items, ...(token ? { nextPageToken: token } : {}) } };
	},
	'next_page_token sent as page_token': (all, { query }) => {
		const { items, token } = byToken(all, query.page_token);
		return { body: { items, next_page_token: token ?? '' } };
	},
	'next_cursor sent as start_cursor': (all, { query }) => {
		const { items, token, more } = byToken(all, query.start_cursor);
		return { body: { object: 'list', results: items, next_cursor: token, has_more: more } };
	},
	'next as an address': (all, { query, url }) => {
		const { items, page, more } = byPage(all, query.page);
		return { body: { results: items, next: more ? link(url, { page: String(page + 1) }) : null } };
	},
	'links.next as an address': (all, { query, url }) => {
		const { items, page, more } = byPage(all, query.page);
		const links = more ? { next: link(url, { page: String(page + 1) }) } : {};
		return { body: { data: items, links } };
	},
	'_links.next.href': (all, { query, url }) => {
		const { items, page, more } = byPage(all, query.page);
		const next = more ? { next: { href: link(url, { page: String(page + 1) }) } } : {};
		return { body: { _embedded: { tasks: items }, _links: { self: { href: url.href }, ...next } } };
	},
	'a relative next link': (all, { query }) => {
		const { items, page, more } = byPage(all, query.page);
		return { body: { tasks: items, next: more ? `?page=${page + 1}` : null } };
	},
	'a Link header': (all, { query, url }) => {
		const { items, page, more } = byPage(all, query.page);
		const next = `<${link(url, { page: String(page + 1) })}>; rel="next"`;
		return { body: items, headers: linkIf(more, next) };
	},
	'a Link header with first and last': (all, { query, url }) => {
		const { items, page, pages, more } = byPage(all, query.page);
		const to = (at: number, rel: string) => `<${link(url, { page: String(at) })}>; rel="${rel}"`;
		const links = [to(1, 'first'), to(pages, 'last'), ...(more ? [to(page + 1, 'next')] : [])];
		return { body: items, headers: { link: links.join(', ') } };
	},
	'page and total_pages': (all, { query }) => {
		const { items, page, pages } = byPage(all, query.page);
		return { body: { tasks: items, page, total_pages: pages } };
	},
	'page, per_page and total': (all, { query }) => {
		const { items, page } = byPage(all, query.page);
		return { body: { tasks: items, page, per_page: 100, total: all.length } };
	},
	'current_page and last_page': (all, { query }) => {
		const { items, page, pages } = byPage(all, query.page);
		return {
			body: { data: items, meta: { current_page: page, last_page: pages, total: all.length } },
		};
	},
	'next_page as a number': (all, { query }) => {
		const { items, page, more } = byPage(all, query.page);
		return { body: { tasks: items, page, next_page: more ? page + 1 : null } };
	},
	'page and has_more': (all, { query }) => {
		const { items, page, more } = byPage(all, query.page);
		return { body: { tasks: items, page, has_more: more } };
	},
	'X-Page and X-Total-Pages': (all, { query }) => {
		const { items, page, pages } = byPage(all, query.page);
		return {
			body: items,
			headers: {
				'x-page': String(page),
				'x-per-page': '100',
				'x-total-pages': String(pages),
				'x-total': String(all.length),
			},
		};
	},
	'page numbers from 0 with totalPages and last': (all, { query }) => {
		const { items, page, pages, more } = byPage(all, query.page, 100, 0);
		return {
			body: {
				content: items,
				number: page,
				size: 100,
				totalPages: pages,
				totalElements: all.length,
				last: !more,
			},
		};
	},
	'offset, limit and total': (all, { query }) => {
		const { items, offset } = byOffset(all, query.offset);
		return { body: { tasks: items, offset, limit: 100, total: all.length } };
	},
	'pagination.offset with total': (all, { query }) => {
		const { items, offset } = byOffset(all, query.offset);
		return { body: { data: items, pagination: { offset, limit: 100, total: all.length } } };
	},
	'offset and has_more': (all, { query }) => {
		const { items, offset, more } = byOffset(all, query.offset);
		return { body: { tasks: items, offset, has_more: more } };
	},
	next_offset: (all, { query }) => {
		const { items, next, more } = byOffset(all, query.offset);
		return { body: { tasks: items, next_offset: more ? next : null } };
	},
	'startAt, maxResults and total': (all, { query }) => {
		const { items, offset } = byOffset(all, query.startAt);
		return { body: { issues: items, startAt: offset, maxResults: 100, total: all.length } };
	},
	'skip, limit and total': (all, { query }) => {
		const { items, offset } = byOffset(all, query.skip);
		return { body: { tasks: items, skip: offset, limit: 100, total: all.length } };
	},
	'has_more and the last ID as starting_after': (all, { query }) => {
		const { items, more } = afterId(all, query.starting_after);
		return { body: { object: 'list', data: items, has_more: more } };
	},
	'last_id and has_more, sent as after': (all, { query }) => {
		const { items, more } = afterId(all, query.after);
		return { body: { data: items, last_id: items.at(-1)?.id, has_more: more } };
	},
	'pageInfo with endCursor': (all, { query }) => {
		const { items, token, more } = byToken(all, query.after);
		return { body: { tasks: { nodes: items, pageInfo: { endCursor: token, hasNextPage: more } } } };
	},
};

/** What most services do. It costs a request a page, and at most one more. */
export const ORDINARY: readonly ListService[] = Object.entries(shapes).flatMap(([name, shape]) => [
	{ name, expect: 'whole', rows, most: 4, answer: (asked) => shape(rows, asked) },
	{
		name: `${name}, one short page`,
		expect: 'whole',
		rows: short,
		most: 2,
		answer: (asked) => shape(short, asked),
	},
]);
