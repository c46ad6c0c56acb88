import { afterIds, offsets, pages, tokens, type Pager } from '../pages';
import {
	allRows,
	by,
	byPage,
	byToken,
	link,
	services,
	type Asked,
	type ListService,
} from './service';

/** A list whose only sign of more is one field with a value of its own for yes and for no. */
const spelled = (
	field: string,
	yes: unknown,
	no: unknown,
	byLastId: ListService['expect'] = 'whole',
): ListService[] => [
	...services(by(pages()), {
		[`${field}: ${JSON.stringify(yes)} with page numbers`]: ({ more }) => ({
			tasks: '$items',
			[field]: more ? yes : no,
		}),
	}),
	...services(by(afterIds('starting_after'), { expect: byLastId }), {
		[`${field}: ${JSON.stringify(yes)} with the last ID`]: ({ more }) => ({
			data: '$items',
			[field]: more ? yes : no,
		}),
	}),
];

/** A field that looks like the end although the cursor next to it is alive. */
const nextToCursor = (field: string, value: unknown): ListService[] =>
	services(by(tokens()), {
		[`${field}: ${JSON.stringify(value)} on every page, next to a live cursor`]: {
			tasks: '$items',
			next_cursor: '$next',
			[field]: value,
		},
	});

/** The only sign of more, on pages of an unusual size. */
const rare = (pager: Pager, name: string, sign: object, headers: object = {}): ListService[] =>
	services(by(pager, { size: 37 }), { [name]: [{ tasks: '$items', ...sign }, headers] });
const rareCursor = (name: string, parameter: string, sign: object, headers?: object) =>
	rare(tokens(parameter), `a cursor in ${name}, sent as ${parameter}`, sign, headers);
const rareSign = (name: string, sign: object, headers?: object) =>
	rare(pages(), `${name} on pages of an unusual size`, sign, headers);
const rareHeader = (name: string, value: string) =>
	rareSign(`the header ${name.replace('?', '')}`, {}, { [name]: value });

const countedTokens = (name: string, token: (next: number) => unknown): ListService => ({
	name,
	expect: 'whole',
	rows: allRows,
	answer: ({ query }) => {
		const at = query.cursor === undefined ? 0 : Number(query.cursor.replace(/\D/g, '')) + 1;
		const items = allRows.slice(at * 100, at * 100 + 100);
		return { body: { tasks: items, next_cursor: at < 2 ? token(at) : null } };
	},
});

/** Services with page numbers or cursors that need code. */
const paged = (
	name: string,
	expect: ListService['expect'],
	body: (page: ReturnType<typeof byPage<(typeof allRows)[number]>>, asked: Asked) => object,
): ListService => ({
	name,
	expect,
	rows: allRows,
	answer: (asked) => ({ body: body(byPage(allRows, asked.query.page), asked) }),
});
const byCursor = (
	name: string,
	expect: ListService['expect'],
	body: (page: ReturnType<typeof byToken<(typeof allRows)[number]>>, asked: Asked) => object,
): ListService => ({
	name,
	expect,
	rows: allRows,
	answer: (asked) => ({ body: body(byToken(allRows, asked.query.cursor), asked) }),
});

/** The first 20 of 65 records, a sign of the end, and one that there are more; no parameter leads on. */
const closedEarly = (
	[
		[{ total: 20 }, { 'content-range': 'tasks 0-19/65' }],
		[{ total: 20 }, {}, 206],
		[{ next: null }, {}, 206],
		[{ total: 20, available: 65 }],
		[{ total: 20, from: 1, to: 20, of: 65 }],
		[{ total: 20, count: '1-20 of 65' }],
		[{ next: null, counts: { tasks: 65 } }],
		[{ next: null, totals: { tasks: 65 } }],
		[{ next: null, total: '65 tasks' }],
		[{ next: null, lastPageNumber: 4 }],
		[{ nbHits: 20, exhaustiveNbHits: false }],
		[{ total: 20, totalAccuracy: 'lower_bound' }],
		[{ total: 20, total_limited: true }],
		[{ total: 20, _shards: { total: 5, successful: 3, failed: 2 } }],
		[{ next: null, exceededTransferLimit: true }],
		[{ next: null, limit_reached: true }],
		[{ next: null, end: false }],
		[{ next: null, omitted: 45 }],
	] satisfies Array<[object, Record<string, string>?, number?]>
).map(
	([said, headers, status]): ListService => ({
		name: `the first 20 with status ${status} and ${JSON.stringify({ ...said, ...headers })}`,
		expect: 'either',
		rows: allRows.slice(0, 65),
		answer: () => ({ status, headers, body: { tasks: allRows.slice(0, 20), ...said } }),
	}),
);

/** Signs that there is more: spelled in another way, or contradicted by a sign of the end. */
export const MORE_SIGNS: readonly ListService[] = [
	...closedEarly,
	...spelled('has_more', 'True', 'False'),
	...spelled('is_last', 'false', 'true'),
	// A number under this name is rather that of a page.
	...spelled('last_page', 0, 1, 'either'),
	...nextToCursor('truncated', false),
	...nextToCursor('incomplete_results', false),
	...nextToCursor('has_more', null),
	...rareCursor('nextPageKey', 'nextPageKey', { nextPageKey: '$next' }),
	...rareCursor('next_batch', 'from', { next_batch: '$next' }),
	...rareCursor('pagingToken', 'pagingToken', { pagingToken: '$next' }),
	...rareCursor('page_state', 'page_state', { page_state: '$next' }),
	...rareCursor('X-Cursor-Next', 'cursor', {}, { 'x-cursor-next?': '$next' }),
	...rareCursor('ns:next_cursor', 'cursor', { 'ns:next_cursor': '$next' }),
	...services(by(tokens('pageToken'), { size: 37 }), {
		'a cursor in nextPage.token, sent as pageToken': ({ more }) => ({
			tasks: '$items',
			nextPage: more ? { token: '$next' } : null,
		}),
	}),
	...services(by(tokens(), { size: 37 }), {
		'a cursor in cursors.next.token, sent as cursor': ({ more }) => ({
			tasks: '$items',
			cursors: { next: more ? { token: '$next' } : null },
		}),
	}),
	...rareSign('a text like "Page 1 of 3"', { info: 'Page $at of 7' }),
	...['nextPageHref', 'more_url', 'next_results', 'nextRecords', 'api:next'].flatMap((field) =>
		services(by(pages(), { size: 37 }), {
			[`${field} on pages of an unusual size`]: ({ more }) => ({
				tasks: '$items',
				[field]: more ? '?page=$next' : null,
			}),
		}),
	),
	...rareSign('ns:has_more', { 'ns:has_more': '$more' }),
	...services(by(pages(), { size: 37 }), {
		'more as a count on pages of an unusual size': ({ at }) => ({
			tasks: '$items',
			more: Math.max(0, 250 - at * 37),
		}),
		'the header X-Content-Range on pages of an unusual size': [
			{ tasks: '$items' },
			({ at }) => ({ 'x-content-range': `items ${at * 37 - 37}-${at * 37 - 1}/250` }),
		],
	}),
	...rareSign('page.last', { page: { current: '$at', last: 7 } }),
	...rareSign('pagination.next.page', { pagination: { 'next?': { page: '$next', limit: 37 } } }),
	...rareSign('hydra:view with hydra:next', {
		'hydra:view': { '@type': 'hydra:PartialCollectionView', 'hydra:next?': '?page=$next' },
	}),
	...rareHeader('next-page?', '$next'),
	...rareHeader('x-pagination', '{"TotalCount":250,"ReadPage":$at,"HasNext":$more}'),
	...rareHeader('x-result-count', '250'),
	...services(by(pages()), {
		'has_more: false on every page, next to a Link header with rel=next': [
			{ tasks: '$items', has_more: false },
			{ 'link?': '<$url>; rel="next"' },
		],
		'pageInfo.hasNextPage: false next to a live next link':
			'tasks: $items | next: $url | pageInfo.hasNextPage: false',
		'the cursor 0 on every page, and ?page= works': { tasks: '$items', cursor: 0 },
		'the cursor "0" on every page, and ?page= works': { tasks: '$items', cursor: '0' },
	}),
	countedTokens('the cursor "0" is a live token', String),
	countedTokens('the cursor 0 is a live token and a number', Number),
	countedTokens('the cursor "false0" is a live token', (next) => `false${next}`),
	byCursor('the cursor stays the same on the last page', 'either', (page, { query }) => ({
		tasks: page.items,
		total: 250,
		next_cursor: page.token ?? query.cursor,
	})),
	byCursor('a cursor always, and an empty page after the last one', 'whole', (page) => ({
		tasks: page.items,
		next_cursor: `c_${page.start + page.items.length}`,
	})),
	byCursor('each page begins with the last record of the previous one', 'whole', ({ start }) => ({
		tasks: allRows.slice(start, start + 100),
		next_cursor: start + 99 < 249 ? `c_${start + 99}` : null,
	})),
	...services(by(tokens()), {
		'total_pages: 1 on every page, next to a live cursor':
			'tasks: $items | total_pages: 1 | page: 1 | next_cursor: $next',
	}),
	...Object.entries({
		'of the last page leads back to the first': [2, 3, 1],
		'of the last page leads to itself': [2, 3, 3],
		'leads back after the second of three pages, and the total says more': [2, 1, 1],
		'is null after the second of three pages, and the total says more': [2, null, null],
	}).map(([name, nexts]) =>
		paged(`the next link ${name}`, 'either', ({ items, page }, { url }) => {
			const next = nexts[page - 1] ?? null;
			return { tasks: items, next: next && link(url, next), total: 250 };
		}),
	),
	paged('next_page starts again at 1 after the last page', 'either', ({ items, page, more }) => ({
		tasks: items,
		page,
		next_page: more ? page + 1 : 1,
	})),
	...services(by(offsets()), {
		'next_offset continues to count after the last page': ({ at }) => ({
			tasks: '$items',
			next_offset: at + 100,
		}),
	}),
];
