import { byOffset, byPage, byToken, makeRows, type ListService, type Row } from './service';

const rows = makeRows(250);

/** Every seventh record is not for this key, and a whole window in the middle neither. */
const hidden = (at: number) => at % 7 === 0 || (at > 100 && at <= 200);
const someHidden = (at: number) => at % 7 === 0;
const shown = rows.filter((_, index) => !hidden(index + 1));
const mostShown = rows.filter((_, index) => !someHidden(index + 1));
const see = (items: readonly Row[], isHidden = hidden) =>
	items.filter((row) => !isHidden(Number(String(row.id).slice(1))));

/** Pages 3 to 27 of 30 pages of ten. */
const isInTheMiddle = (id: string) => Number(id.slice(1)) > 20 && Number(id.slice(1)) <= 270;

const refusedPast = (status: number, body: unknown): ListService[] =>
	[200, 250].map((count) => {
		const all = makeRows(count);
		return {
			name: `the page behind the last of ${count} records is answered with ${status} ${JSON.stringify(body)}`,
			// Nobody asks for it where a page that is not full agrees with the total.
			expect: count === 250 || [400, 404, 422].includes(status) ? 'whole' : 'either',
			rows: all,
			answer: ({ query }) => {
				const { page, items, pages } = byPage(all, query.page);
				if (page > pages) return { status, body };
				return { body: { tasks: items, page, per_page: 100, total: count } };
			},
		};
	});

/** Pages with a number from 1 and something said about how many there are. */
const counted = (
	name: string,
	say: (items: readonly Row[], page: number) => object,
	expect: ListService['expect'] = 'whole',
): ListService => ({
	name,
	expect,
	rows,
	answer: ({ query }) => {
		const { page, items } = byPage(rows, query.page);
		return { body: { tasks: items, ...say(items, page) } };
	},
});

const countedByOffset = (
	name: string,
	say: (items: readonly Row[], offset: number) => object,
	expect: ListService['expect'] = 'whole',
): ListService => ({
	name,
	expect,
	rows,
	answer: ({ query }) => {
		const { items, offset } = byOffset(rows, query.offset);
		return { body: { tasks: items, ...say(items, offset) } };
	},
});

const fromZero = (name: string, say: (page: number) => object): ListService => ({
	name,
	expect: 'whole',
	rows,
	answer: ({ query }) => {
		const { page, items } = byPage(rows, query.page, 100, 0);
		return { body: { data: items, ...say(page) } };
	},
});

/** Totals, last pages and page sizes that do not say what they seem to. */
export const COUNTS: readonly ListService[] = [
	fromZero('page and last_page both count from 0', (page) => ({
		current_page: page,
		last_page: 2,
	})),
	fromZero('last_page counts from 0 and the page is not told', () => ({ last_page: 2 })),
	fromZero('page numbers from 0, told with the number of pages', (page) => ({
		page,
		total_pages: 3,
	})),
	fromZero('page numbers from 0, with nothing but has_more', (page) => ({ has_more: page < 2 })),
	fromZero('page numbers from 0, with nothing but the total', () => ({ total: 250 })),
	fromZero('page numbers from 0, nested, with the number of elements', (number) => ({
		page: { number, size: 100, totalElements: 250, totalPages: 3 },
	})),
	counted('last_page counts from 0 and page from 1', (_, page) => ({
		current_page: page,
		last_page: 2,
	})),
	counted('page numbers from 1, with nothing but has_more', (_, page) => ({ has_more: page < 3 })),
	counted('page numbers from 1, with nothing but the total', () => ({ total: 250 })),
	counted('page numbers from 1, with nothing but the page', (_, page) => ({ page })),
	counted('total counts this page, beside page and size', (items, page) => ({
		page,
		per_page: 100,
		total: items.length,
	})),
	counted('total counts this page, with nothing else', (items) => ({ total: items.length })),
	counted('count counts this page, with nothing else', (items) => ({ count: items.length })),
	counted('total and number of pages count this page', (items, page) => ({
		page,
		total: items.length,
		total_pages: 1,
	})),
	countedByOffset('offset is the end of this page', (items, offset) => ({
		offset: offset + items.length,
		limit: 100,
	})),
	counted('page is the number of the next page', (_, page) => ({
		page: page < 3 ? page + 1 : null,
	})),
	counted('pagination.next has the number of the next page', (_, page) => ({
		pagination: page < 3 ? { next: { page: page + 1, limit: 100 } } : {},
	})),
	countedByOffset('total counts what was given up to here', (items, offset) => ({
		offset,
		limit: 100,
		total: offset + items.length,
	})),
	countedByOffset('total counts what is left', (_, offset) => ({ offset, total: 250 - offset })),
	countedByOffset('total is capped at a whole page, with relation gte', (_, offset) => ({
		offset,
		total: { value: 100, relation: 'gte' },
	})),
	countedByOffset('total is capped at two pages', (_, offset) => ({
		offset,
		limit: 100,
		total: 200,
	})),
	countedByOffset('total is capped below what was given', (_, offset) => ({
		offset,
		limit: 100,
		total: 50,
	})),
	countedByOffset('total is the text 100+', (_, offset) => ({ offset, total: '100+' })),
	countedByOffset('total is -1 for unknown', (_, offset) => ({ offset, total: -1 })),
	countedByOffset('total is 0 for unknown', (_, offset) => ({ offset, total: 0 })),
	countedByOffset('total is an estimate that is too small', (_, offset) => ({
		offset,
		total: 180,
		total_is_estimated: true,
	})),
	countedByOffset(
		'total is an estimate that is too large',
		(_, offset) => ({ offset, total: 300, estimated: true }),
		'either',
	),
	countedByOffset(
		'total still counts three deleted records',
		(_, offset) => ({ offset, limit: 100, total: 253 }),
		'either',
	),
	{
		name: 'total still counts three deleted records, with a cursor that ends',
		expect: 'either',
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return { body: { tasks: items, total: 253, next_cursor: token } };
		},
	},
	countedByOffset('limit is echoed larger than what is given, with the total', (_, offset) => ({
		offset,
		limit: 1000,
		total: 250,
	})),
	countedByOffset('limit is echoed larger than what is given, without a total', (_, offset) => ({
		offset,
		limit: 1000,
	})),
	counted('per_page is echoed larger than what is given, without a total', (_, page) => ({
		page,
		per_page: 500,
	})),
	counted(
		'per_page is echoed larger than what is given, and total counts the page',
		(items, page) => ({
			page,
			per_page: 500,
			total: items.length,
		}),
	),
	counted('per_page is echoed larger, and total_pages follows from it', (_, page) => ({
		page,
		per_page: 500,
		total: 250,
		total_pages: 1,
	})),
	countedByOffset('limit is echoed smaller than what is given', (_, offset) => ({
		offset,
		limit: 20,
		total: 250,
	})),
	{
		name: 'more is asked for per page than the service gives',
		expect: 'whole',
		rows,
		pageSize: { parameter: 'limit', size: 500 },
		answer: ({ query }) => {
			const { items, offset } = byOffset(
				rows,
				query.offset,
				Math.min(Number(query.limit ?? 20), 100),
			);
			return { body: { tasks: items, offset, limit: Number(query.limit ?? 20) } };
		},
	},
	{
		name: 'more is asked for per page than the service gives, with page numbers',
		expect: 'whole',
		rows,
		pageSize: { parameter: 'per_page', size: 500 },
		answer: ({ query }) => {
			const { items, page } = byPage(rows, query.page, Math.min(Number(query.per_page ?? 20), 100));
			return { body: { tasks: items, page } };
		},
	},
	{
		name: 'hidden records make pages shorter, with offset and limit',
		expect: 'whole',
		rows: mostShown,
		answer: ({ query }) => {
			const { items, offset } = byOffset(rows, query.offset);
			return { body: { tasks: see(items, someHidden), offset, limit: 100 } };
		},
	},
	{
		name: 'hidden records make pages shorter, with page numbers and the page size',
		expect: 'whole',
		rows: mostShown,
		answer: ({ query }) => {
			const { items, page } = byPage(rows, query.page);
			return { body: { tasks: see(items, someHidden), page, per_page: 100 } };
		},
	},
	{
		name: 'hidden records make pages shorter, and the total counts them',
		expect: 'either',
		rows: mostShown,
		answer: ({ query }) => {
			const { items, page } = byPage(rows, query.page);
			return { body: { tasks: see(items, someHidden), page, per_page: 100, total: 250 } };
		},
	},
	{
		name: 'hidden records make pages shorter, and the total does not count them',
		expect: 'whole',
		rows: mostShown,
		answer: ({ query }) => {
			const { items, page } = byPage(rows, query.page);
			const total = mostShown.length;
			return { body: { tasks: see(items, someHidden), page, per_page: 100, total } };
		},
	},
	{
		name: 'hidden records empty a page in the middle, with has_more',
		expect: 'either',
		rows: shown,
		answer: ({ query }) => {
			const { items, more } = byPage(rows, query.page);
			return { body: { tasks: see(items), has_more: more } };
		},
	},
	{
		name: 'hidden records empty a page in the middle, with the number of pages',
		expect: 'whole',
		rows: shown,
		answer: ({ query }) => {
			const { items, page, pages } = byPage(rows, query.page);
			return { body: { tasks: see(items), page, total_pages: pages } };
		},
	},
	{
		name: 'hidden records empty a page in the middle, with the total of what is shown',
		expect: 'either',
		rows: shown,
		answer: ({ query }) => {
			const { items, offset } = byOffset(rows, query.offset);
			return { body: { tasks: see(items), offset, limit: 100, total: shown.length } };
		},
	},
	{
		name: 'hidden records empty a page in the middle, with a cursor',
		expect: 'whole',
		rows: shown,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return { body: { tasks: see(items), next_cursor: token } };
		},
	},
	{
		name: '25 pages in the middle are empty, with the number of pages',
		expect: 'whole',
		rows: makeRows(300).filter(({ id }) => !isInTheMiddle(String(id))),
		answer: ({ query }) => {
			const { items, page, pages } = byPage(makeRows(300), query.page, 10);
			const tasks = items.filter(({ id }) => !isInTheMiddle(String(id)));
			return { body: { tasks, page, total_pages: pages } };
		},
	},
	...refusedPast(400, { error: { code: 'out_of_range', message: 'There is no such page' } }),
	...refusedPast(404, { error: { code: 'not_found', message: 'There is no such page' } }),
	...refusedPast(422, { error: { code: 'unprocessable', message: 'page is too large' } }),
	...refusedPast(200, { error: { code: 'out_of_range', message: 'There is no such page' } }),
];
