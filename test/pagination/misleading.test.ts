import type { List } from '../../nodes/ProjectWorkspace/pagination/readList';
import type { ListSettings } from '../../nodes/ProjectWorkspace/transport/types';
import {
	afterIds,
	idsOf,
	listService,
	offsets,
	paged,
	pages,
	read,
	rowsOf,
	tokens,
	type Pager,
	type Respond,
	type Template,
	type Window,
} from './listService';

/** `whole`: all records, in order. Otherwise some are missing, and it says so: `unknown` or `short`. */
type Outcome = 'whole' | 'unknown' | 'short';

const rows = rowsOf(250);

function outcomeOf({ records, completeness }: List, all: readonly object[] = rows): string {
	const isWhole = JSON.stringify(idsOf(records)) === JSON.stringify(idsOf(all));
	if (isWhole) return 'whole';
	return completeness.is === 'complete' ? `${records.length} records in silence` : completeness.is;
}

interface Misleading {
	name: string;
	pager: Pager;
	template: Template;
	outcome?: Outcome;
	settings?: Partial<ListSettings>;
	size?: number;
}

const totals: Misleading[] = [
	{
		name: 'total counts the page',
		pager: pages(),
		template: ({ items }) => ({ tasks: items, total: items.length }),
	},
	{
		name: 'count counts the page',
		pager: pages(),
		template: ({ items }) => ({ tasks: items, count: items.length }),
	},
	{
		name: 'total and number of pages count the page',
		pager: pages(),
		template: ({ items, at }) => ({ tasks: items, page: at, total: items.length, total_pages: 1 }),
	},
	{
		name: 'total counts the records up to here',
		pager: offsets(),
		template: ({ items, at }) => ({ tasks: items, offset: at, total: at + items.length }),
	},
	{
		name: 'total counts what is left',
		pager: offsets(),
		template: ({ items, at, total }) => ({ tasks: items, offset: at, total: total - at }),
	},
	{
		name: 'total is capped at two pages',
		pager: offsets(),
		template: ({ items, at }) => ({ tasks: items, offset: at, total: 200 }),
	},
	{
		name: 'total is capped at one page, and says so (Elasticsearch)',
		pager: pages('seite'),
		template: ({ items }) => ({ tasks: items, total: { value: 100, relation: 'gte' } }),
		outcome: 'unknown',
	},
	{
		name: 'total is smaller than a page',
		pager: offsets(),
		template: ({ items, at }) => ({ tasks: items, offset: at, total: 50 }),
	},
	{
		name: 'total is 0 for unknown',
		pager: pages(),
		template: ({ items, at }) => ({ tasks: items, page: at, total: 0 }),
	},
	{
		name: 'total is a text that is no number',
		pager: pages(),
		template: ({ items, at }) => ({ tasks: items, page: at, total: '~100' }),
	},
	{
		name: 'a total of other records',
		pager: tokens(),
		template: ({ items, next }) => ({
			tasks: items,
			next_cursor: next,
			meta: { total_users: 5_000 },
		}),
	},
	{
		name: 'paging.count is the size of a page (LinkedIn)',
		pager: offsets('start'),
		template: ({ items, at }) => ({ tasks: items, paging: { start: at, count: 100 } }),
	},
];

const positions: Misleading[] = [
	{
		name: 'page is the number of the next page',
		pager: pages(),
		template: ({ items, next }) => ({ tasks: items, page: next }),
	},
	{
		name: 'offset is the end of this page',
		pager: offsets(),
		template: ({ items, at }) => ({ tasks: items, offset: at + items.length }),
	},
	{
		name: 'offset is the number of a page',
		pager: pages('offset'),
		template: ({ items, at, path }) => ({ tasks: items, offset: at, next: path }),
	},
	{
		name: 'page and last_page count from 0',
		pager: pages('page', 0),
		template: ({ items, at }) => ({ tasks: items, current_page: at, last_page: 2 }),
	},
	{
		name: 'last_page counts from 0, and page from 1',
		pager: pages(),
		template: ({ items, at }) => ({ tasks: items, current_page: at, last_page: 2 }),
	},
	{
		name: 'per_page is larger than the page (records that the key may not see)',
		pager: pages(),
		template: ({ items, at }) => ({ tasks: items, page: at, per_page: 500 }),
	},
	{
		name: 'the service allows a smaller page than is set',
		pager: offsets(),
		template: ({ items, at }) => ({ tasks: items, offset: at, limit: 500 }),
		settings: { pageSizeParameter: 'limit', pageSize: 500 },
	},
];

const leads: Misleading[] = [
	{
		name: 'the token 0 is the first one',
		pager: ({ query, ...asked }) => {
			const token =
				query.cursor === undefined ? undefined : `c_${Number(query.cursor) * 100 + 100}`;
			const page = tokens()({ ...asked, query: token === undefined ? {} : { cursor: token } });
			return { ...page, next: page.next === null ? null : page.at - 1 };
		},
		template: ({ items, next }) => ({ tasks: items, next_cursor: next }),
	},
	{
		name: 'the cursor 0 on every page, and page numbers',
		pager: pages(),
		template: ({ items }) => ({ tasks: items, cursor: 0 }),
	},
	{
		name: 'has_more is false on every page, and there is a link',
		pager: pages(),
		template: ({ items, path }) => ({ tasks: items, has_more: false, next: path }),
	},
	{
		name: 'total_pages is 1 on every page, and there is a token',
		pager: tokens(),
		template: ({ items, next }) => ({ tasks: items, total_pages: 1, next_cursor: next }),
	},
	{
		name: 'a token always, and an empty page after the last one',
		pager: tokens(),
		template: ({ items, next }) => ({ tasks: items, next_cursor: next ?? 'c_250' }),
	},
	{
		name: 'next_page is 1 after the last page',
		pager: pages(),
		template: ({ items, at, next }) => ({
			tasks: items,
			page: at,
			total: 250,
			next_page: next ?? 1,
		}),
	},
	{
		name: 'a token that no parameter takes',
		pager: tokens('ab'),
		template: ({ items, next }) => ({ tasks: items, next_cursor: next }),
		outcome: 'short',
	},
	{
		name: 'a flag, and no parameter that is known',
		pager: tokens('ab'),
		template: ({ items, more }) => ({ tasks: items, has_more: more }),
		outcome: 'short',
	},
	{
		name: 'nothing, and no parameter that is known',
		pager: pages('seite'),
		template: ({ items }) => ({ tasks: items }),
		outcome: 'unknown',
	},
	{
		name: 'the flag of Python, and the last ID',
		pager: afterIds('starting_after'),
		template: ({ items, more }) => ({
			object: 'list',
			data: items,
			has_more: more ? 'True' : 'False',
		}),
	},
	...['starting_after', 'after', 'before'].map((parameter) => ({
		name: `the flag of PHP, and ${parameter}`,
		pager: afterIds(parameter),
		template: ({ items, more }: Window) => ({ tasks: items, has_more: more ? 1 : 0 }),
	})),
	{
		name: 'pages of an unusual size that say nothing',
		pager: pages(),
		template: ({ items }) => ({ tasks: items }),
		outcome: 'unknown',
		size: 37,
	},
];

test.each([...totals, ...positions, ...leads].map((each) => [each.name, each] as const))(
	'never short in silence: %s',
	async (_, { pager, template, outcome = 'whole', settings, size }) => {
		const { client, requests } = listService(paged(pager, template, rows, size), settings);
		expect(outcomeOf(await read(client))).toBe(outcome);
		expect(requests.length).toBeLessThan(24);
	},
);

describe('the page after the first one', () => {
	const second: Array<[string, Respond, Outcome]> = [
		[
			'empty for a parameter that is taken for a filter, and there is another one',
			({ query, url, turn }) =>
				'page' in query
					? { body: [] }
					: paged(
							offsets(),
							({ items }) => ({ body: items, headers: {} }),
							rows,
						)({ query, url, turn }),
			'whole',
		],
		[
			'nothing for a token',
			({ query }) => ({
				body: 'cursor' in query ? {} : { tasks: rows.slice(0, 100), next_cursor: 'c', total: 100 },
			}),
			'short',
		],
		[
			'an object that is no record, while others follow',
			({ query: { page = '1', ...query }, url, turn }) => {
				if (page === '2') return { body: [{ error: 'Try again' }] };
				return paged(
					pages(),
					({ items }) => ({ body: items, headers: {} }),
					rows,
				)({
					query: { ...query, page },
					url,
					turn,
				});
			},
			'unknown',
		],
		[
			'rejected for every parameter',
			({ query }) =>
				Object.keys(query).length > 0 ? { status: 400 } : { body: { tasks: rows.slice(0, 100) } },
			'unknown',
		],
		[
			'the last page again, past the end',
			({ query: { page = '1', ...query }, url, turn }) =>
				paged(
					pages(),
					({ items }) => ({ tasks: items }),
					rows,
				)({
					query: { ...query, page: String(Math.min(3, Number(page))) },
					url,
					turn,
				}),
			'whole',
		],
		[
			'the first page again, past the end',
			({ query: { page = '1', ...query }, url, turn }) =>
				paged(
					pages(),
					({ items }) => ({ tasks: items }),
					rows,
				)({
					query: { ...query, page: Number(page) > 3 ? '1' : page },
					url,
					turn,
				}),
			'whole',
		],
		[
			'a total of 0, past the end',
			paged(
				pages(),
				({ items, at }) => ({ tasks: items, page: at, total: items.length > 0 ? 250 : 0 }),
				rows,
			),
			'whole',
		],
	];

	test.each(second)('%s', async (_, respond, outcome) => {
		expect(outcomeOf(await read(listService(respond).client))).toBe(outcome);
	});
});

test('a list that ends while records are missing is believed only if nothing else says more', async () => {
	const respond: Respond = () => ({ body: { tasks: rows.slice(0, 20), next: null, total: 65 } });
	expect(outcomeOf(await read(listService(respond).client), rows.slice(0, 65))).toBe('short');
});
