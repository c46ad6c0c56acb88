import {
	afterId,
	byOffset,
	byPage,
	byToken,
	link,
	linkIf,
	makeRows,
	type Asked,
	type ListService,
} from './service';

const rows = makeRows(250);

/** A list whose only sign of more is one field with a value of its own for yes and for no. */
const spelled = (
	field: string,
	yes: unknown,
	no: unknown,
	byLastId: ListService['expect'] = 'whole',
): ListService[] => [
	{
		name: `${field}: ${JSON.stringify(yes)} with page numbers`,
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, more } = byPage(rows, query.page);
			return { body: { tasks: items, [field]: more ? yes : no } };
		},
	},
	{
		name: `${field}: ${JSON.stringify(yes)} with the last ID`,
		expect: byLastId,
		rows,
		answer: ({ query }) => {
			const { items, more } = afterId(rows, query.starting_after);
			return { body: { data: items, [field]: more ? yes : no } };
		},
	},
];

/** A field that looks like the end although the cursor beside it is alive. */
const besideCursor = (field: string, value: unknown): ListService => ({
	name: `${field}: ${JSON.stringify(value)} on every page, beside a live cursor`,
	expect: 'whole',
	rows,
	answer: ({ query }) => {
		const { items, token } = byToken(rows, query.cursor);
		return { body: { tasks: items, next_cursor: token, [field]: value } };
	},
});

/** The only sign on a page of an unusual size. */
const rareCursor = (
	name: string,
	parameter: string,
	say: (token: string | null) => object,
	headers: (token: string) => Record<string, string> = () => ({}),
): ListService => ({
	name: `a cursor in ${name}, sent as ${parameter}`,
	expect: 'whole',
	rows,
	answer: ({ query }) => {
		const { items, token } = byToken(rows, query[parameter], 37);
		return { body: { tasks: items, ...say(token) }, headers: token ? headers(token) : {} };
	},
});

/** The same with page numbers. */
const rareSign = (
	name: string,
	say: (page: number, more: boolean) => object,
	headers: (page: number, more: boolean) => Record<string, string> = () => ({}),
): ListService => ({
	name: `${name} on pages of an unusual size`,
	expect: 'whole',
	rows,
	answer: ({ query }) => {
		const { items, page, more } = byPage(rows, query.page, 37);
		return { body: { tasks: items, ...say(page, more) }, headers: headers(page, more) };
	},
});

const countedTokens = (name: string, token: (next: number) => unknown): ListService => ({
	name,
	expect: 'whole',
	rows,
	answer: ({ query }) => {
		const at = query.cursor === undefined ? 0 : Number(query.cursor.replace(/\D/g, '')) + 1;
		const items = rows.slice(at * 100, at * 100 + 100);
		return { body: { tasks: items, next_cursor: at < 2 ? token(at) : null } };
	},
});

const linkedPages = ({ query, url }: Asked, onLast: (url: URL) => string | null) => {
	const { page, items, more } = byPage(rows, query.page);
	const next = more ? link(url, { page: String(page + 1) }) : onLast(url);
	return { tasks: items, next };
};

/** Signs that there is more: spelled in another way, or contradicted by a sign of the end. */
export const MORE_SIGNS: readonly ListService[] = [
	...spelled('has_more', 1, 0),
	...spelled('has_more', '1', '0'),
	...spelled('has_more', 'True', 'False'),
	...spelled('hasMore', 'yes', 'no'),
	...spelled('more', 'Y', 'N'),
	...spelled('has_next', 'TRUE', 'FALSE'),
	...spelled('is_last', 'false', 'true'),
	// A number under this name is rather that of a page.
	...spelled('last_page', 0, 1, 'either'),
	besideCursor('truncated', false),
	besideCursor('done', true),
	besideCursor('more', false),
	besideCursor('complete', true),
	besideCursor('incomplete_results', false),
	besideCursor('has_more', null),
	besideCursor('is_last_page', true),
	besideCursor('finished', 'yes'),
	{
		name: 'has_more: false on every page, beside a Link header with rel=next',
		expect: 'whole',
		rows,
		answer: ({ query, url }) => {
			const { page, items, more } = byPage(rows, query.page);
			const next = `<${link(url, { page: String(page + 1) })}>; rel="next"`;
			return {
				body: { tasks: items, has_more: false },
				headers: linkIf(more, next),
			};
		},
	},
	{
		name: 'pageInfo.hasNextPage: false beside a live next link',
		expect: 'whole',
		rows,
		answer: (asked) => ({
			body: { ...linkedPages(asked, () => null), pageInfo: { hasNextPage: false } },
		}),
	},
	rareCursor('nextPageKey', 'nextPageKey', (nextPageKey) => ({ nextPageKey })),
	rareCursor('next_batch', 'from', (next_batch) => ({ next_batch })),
	rareCursor('last_key', 'last_key', (last_key) => ({ last_key })),
	rareCursor('resume_token', 'resume_token', (resume_token) => ({ resume_token })),
	rareCursor('pagingToken', 'pagingToken', (pagingToken) => ({ pagingToken })),
	rareCursor('page_state', 'page_state', (page_state) => ({ page_state })),
	rareCursor('nextPage.token', 'pageToken', (token) => ({ nextPage: token && { token } })),
	rareSign('a text like "Page 1 of 3"', (page) => ({ info: `Page ${page} of 7` })),
	...['nextPageHref', 'more_url', 'next_results', 'nextRecords'].map((field) =>
		rareSign(field, (page, more) => ({ [field]: more ? `?page=${page + 1}` : null })),
	),
	rareSign('is_final', (_, more) => ({ is_final: !more })),
	rareSign('complete', (_, more) => ({ complete: !more })),
	rareSign('isPartial', (_, more) => ({ isPartial: more })),
	rareSign('more as a count', (page) => ({ more: Math.max(0, 250 - page * 37) })),
	rareSign('page.last', (page) => ({ page: { current: page, last: 7 } })),
	rareSign('pagination.next.page', (page, more) => ({
		pagination: more ? { next: { page: page + 1, limit: 37 } } : {},
	})),
	rareSign(
		'a Next-Page header',
		() => ({}),
		(page, more): Record<string, string> => (more ? { 'next-page': String(page + 1) } : {}),
	),
	rareSign(
		'an X-Pagination header with JSON',
		() => ({}),
		(page, more) => ({
			'x-pagination': JSON.stringify({ TotalCount: 250, CurrentPage: page, HasNext: more }),
		}),
	),
	rareSign(
		'an X-Content-Range header',
		() => ({}),
		(page) => ({ 'x-content-range': `items ${page * 37 - 37}-${page * 37 - 1}/250` }),
	),
	rareSign(
		'an X-Result-Count header',
		() => ({}),
		() => ({ 'x-result-count': '250' }),
	),
	rareCursor('cursors.next.token', 'cursor', (token) => ({
		cursors: { next: token === null ? null : { token } },
	})),
	rareCursor(
		'X-Cursor-Next',
		'cursor',
		() => ({}),
		(token) => ({ 'x-cursor-next': token }),
	),
	...[0, '0'].map(
		(cursor): ListService => ({
			name: `the cursor ${JSON.stringify(cursor)} on every page, and ?page= works`,
			expect: 'whole',
			rows,
			answer: ({ query }) => ({ body: { tasks: byPage(rows, query.page).items, cursor } }),
		}),
	),
	rareSign('hydra:view with hydra:next', (page, more) => ({
		'hydra:view': {
			'@type': 'hydra:PartialCollectionView',
			...(more ? { 'hydra:next': `?page=${page + 1}` } : {}),
		},
	})),
	rareSign('api:next', (page, more) => ({ 'api:next': more ? `?page=${page + 1}` : null })),
	rareSign('ns:has_more', (_, more) => ({ 'ns:has_more': more })),
	rareSign('hydra:totalItems', () => ({ 'hydra:totalItems': 250 })),
	rareCursor('ns:next_cursor', 'cursor', (token) => ({ 'ns:next_cursor': token })),
	countedTokens('the cursor "0" is a live token', String),
	countedTokens('the cursor 0 is a live token and a number', Number),
	countedTokens('the cursor "false0" is a live token', (next) => `false${next}`),
	{
		name: 'a cursor as in Redis: it returns to "0" at the end',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, more, start } = byToken(rows, query.cursor);
			return { body: { cursor: more ? String(start + 100) : '0', tasks: items } };
		},
	},
	{
		name: 'a cursor as in Redis, as a number',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, more, start } = byToken(rows, query.cursor);
			return { body: { cursor: more ? start + 100 : 0, tasks: items } };
		},
	},
	...['', 'null', 'none', false, -1, {}].map(
		(end): ListService => ({
			name: `the cursor ${JSON.stringify(end)} after the last page`,
			expect: 'either',
			rows,
			answer: ({ query }) => {
				if (query.cursor !== undefined && !query.cursor.startsWith('c_'))
					return {
						status: 400,
						body: { error: { code: 'bad_cursor', message: 'No such cursor' } },
					};
				const { items, token } = byToken(rows, query.cursor);
				return { body: { tasks: items, next_cursor: token ?? end } };
			},
		}),
	),
	{
		name: 'the cursor stays the same on the last page',
		expect: 'either',
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return { body: { tasks: items, total: 250, next_cursor: token ?? query.cursor } };
		},
	},
	{
		name: 'a cursor always, and an empty page behind the last one',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, start } = byToken(rows, query.cursor);
			return { body: { tasks: items, next_cursor: `c_${start + items.length}` } };
		},
	},
	{
		name: 'each page begins with the last record of the one before',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const start = query.cursor === undefined ? 0 : Number(query.cursor.slice(2));
			const items = rows.slice(start, start + 100);
			const next = start + 99 < 249 ? `c_${start + 99}` : null;
			return { body: { tasks: items, next_cursor: next } };
		},
	},
	{
		name: 'an empty first page with a cursor',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			if (query.cursor === undefined) return { body: { tasks: [], next_cursor: 'c_0' } };
			const { items, token } = byToken(rows, query.cursor);
			return { body: { tasks: items, next_cursor: token } };
		},
	},
	{
		name: 'the next link of the last page leads back to the first',
		expect: 'either',
		rows,
		answer: (asked) => ({
			body: { ...linkedPages(asked, (url) => link(url, { page: '1' })), total: 250 },
		}),
	},
	{
		name: 'the next link of the last page leads to itself',
		expect: 'either',
		rows,
		answer: (asked) => ({ body: linkedPages(asked, (url) => url.href) }),
	},
	{
		name: 'the next link leads back after the second of three pages, and the total says more',
		expect: 'either',
		rows,
		answer: ({ query, url }) => {
			const { page, items } = byPage(rows, query.page);
			const next = link(url, { page: page === 1 ? '2' : '1' });
			return { body: { tasks: items, next, total: 250 } };
		},
	},
	{
		name: 'the next link is null after the second of three pages, and the total says more',
		expect: 'either',
		rows,
		answer: ({ query, url }) => {
			const { page, items } = byPage(rows, query.page);
			const next = page === 1 ? link(url, { page: '2' }) : null;
			return { body: { tasks: items, next, total: 250 } };
		},
	},
	{
		name: 'the cursor is null after the first of three pages, and has_more says true',
		expect: 'either',
		rows,
		answer: ({ query }) => {
			const { items, more } = byPage(rows, query.page);
			return { body: { tasks: items, next_cursor: null, has_more: more } };
		},
	},
	{
		name: 'the next link names a host inside the service',
		expect: 'either',
		rows,
		answer: (asked) => {
			const { tasks, next } = linkedPages(asked, () => null);
			return {
				body: { tasks, next: next?.replace(/^https?:\/\/[^/]+/, 'http://list-7.internal') },
			};
		},
	},
	{
		name: 'next_page wraps round to 1 after the last page',
		expect: 'either',
		rows,
		answer: ({ query }) => {
			const { page, items, more } = byPage(rows, query.page);
			return { body: { tasks: items, page, next_page: more ? page + 1 : 1 } };
		},
	},
	{
		name: 'next_offset is counted on after the last page',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, offset } = byOffset(rows, query.offset);
			return { body: { tasks: items, next_offset: offset + 100 } };
		},
	},
	{
		name: 'the last page states total_pages: 1 on every page, beside a live cursor',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return { body: { tasks: items, total_pages: 1, page: 1, next_cursor: token } };
		},
	},
];
