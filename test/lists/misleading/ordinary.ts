import { afterIds, offsets, pages, tokens, type Pager, type Template } from '../pages';
import { allRows, by, makeRows, services, type ListService, type Row } from './service';

const short = makeRows(7);

/** A long list costs a request a page, and at most one more. */
const ordinary = (pager: Pager, templates: Record<string, Template<Row>>): ListService[] => [
	...services(by(pager, { rows: allRows, most: 4 }), templates),
	...services(by(pager, { rows: short, most: 2 }), templates).map((service) => ({
		...service,
		name: `${service.name}, one short page`,
	})),
];

/** What most services do. */
export const ORDINARY: readonly ListService[] = [
	...ordinary(tokens(), {
		'next_cursor that is null at the end': { tasks: '$items', next_cursor: '$next' },
		'next_cursor that is absent at the end': { data: '$items', 'next_cursor?': '$next' },
		'next_cursor with has_more': { results: '$items', next_cursor: '$next', has_more: '$more' },
		'meta.next_cursor': { data: '$items', meta: { next_cursor: '$next', per_page: 100 } },
		'pagination.next_cursor with has_more': {
			data: '$items',
			pagination: { next_cursor: '$next', has_more: '$more' },
		},
	}),
	...ordinary(tokens('after'), {
		'cursors.after sent as after': { data: '$items', paging: { cursors: { 'after?': '$next' } } },
		'pageInfo with endCursor': {
			tasks: { nodes: '$items', pageInfo: { endCursor: '$next', hasNextPage: '$more' } },
		},
	}),
	...ordinary(tokens('pageToken'), {
		'nextPageToken sent as pageToken': { items: '$items', 'nextPageToken?': '$next' },
	}),
	...ordinary(tokens('page_token'), {
		'next_page_token sent as page_token': { items: '$items', next_page_token: '$next|' },
	}),
	...ordinary(tokens('start_cursor'), {
		'next_cursor sent as start_cursor': {
			object: 'list',
			results: '$items',
			next_cursor: '$next',
			has_more: '$more',
		},
	}),
	...ordinary(pages(), {
		'next as an address': { results: '$items', next: '$url' },
		'links.next as an address': { data: '$items', links: { 'next?': '$url' } },
		'_links.next.href': {
			_embedded: { tasks: '$items' },
			_links: { self: { href: '$self' }, 'next?': { href: '$url' } },
		},
		'a relative next link': ({ more }) => ({
			tasks: '$items',
			next: more ? '?page=$next' : null,
		}),
		'a Link header': ['$items', { 'link?': '<$url>; rel="next"' }],
		'a Link header with first and last': [
			'$items',
			({ url, pages: last }) => ({
				link: [
					'<?page=1>; rel="first"',
					`<?page=${last}>; rel="last"`,
					...(url === null ? [] : [`<${url}>; rel="next"`]),
				].join(', '),
			}),
		],
		'page and total_pages': { tasks: '$items', page: '$at', total_pages: '$pages' },
		'page, per_page and total': { tasks: '$items', page: '$at', per_page: 100, total: '$total' },
		'current_page and last_page': {
			data: '$items',
			meta: { current_page: '$at', last_page: '$pages', total: '$total' },
		},
		'next_page as a number': { tasks: '$items', page: '$at', next_page: '$next' },
		'page and has_more': { tasks: '$items', page: '$at', has_more: '$more' },
		'X-Page and X-Total-Pages': [
			'$items',
			{ 'x-page': '$at', 'x-per-page': 100, 'x-total-pages': '$pages', 'x-total': '$total' },
		],
	}),
	...ordinary(pages('page', 0), {
		'page numbers from 0 with totalPages and last': {
			content: '$items',
			number: '$at',
			size: 100,
			totalPages: '$pages',
			totalElements: '$total',
			last: '$last',
		},
	}),
	...ordinary(offsets(), {
		'offset, limit and total': { tasks: '$items', offset: '$at', limit: 100, total: '$total' },
		'pagination.offset with total': {
			data: '$items',
			pagination: { offset: '$at', limit: 100, total: '$total' },
		},
		'offset and has_more': { tasks: '$items', offset: '$at', has_more: '$more' },
		next_offset: { tasks: '$items', next_offset: '$next' },
	}),
	...ordinary(offsets('startAt'), {
		'startAt, maxResults and total': {
			issues: '$items',
			startAt: '$at',
			maxResults: 100,
			total: '$total',
		},
	}),
	...ordinary(offsets('skip'), {
		'skip, limit and total': { tasks: '$items', skip: '$at', limit: 100, total: '$total' },
	}),
	...ordinary(afterIds('starting_after'), {
		'has_more and the last ID as starting_after': {
			object: 'list',
			data: '$items',
			has_more: '$more',
		},
	}),
	...ordinary(afterIds('after'), {
		'last_id and has_more, sent as after': ({ items }) => ({
			data: '$items',
			last_id: items.at(-1)?.id,
			has_more: '$more',
		}),
	}),
];
