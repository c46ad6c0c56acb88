import type { ListSettings } from '../../nodes/ProjectWorkspace/transport/types';
import {
	afterIds,
	bare,
	idsOf,
	offsets,
	paged,
	pages,
	reading,
	rowsOf,
	tokens,
	type Pager,
	type Respond,
} from './listService';
import type { Template } from './template';

/** `whole`: all records, in order. Otherwise some are missing, and it says so: `unknown` or `short`. */
type Outcome = 'whole' | 'unknown' | 'short';

const rows = rowsOf(250);

function outcomeOf({ ids, is }: { ids: unknown[]; is: string }): string {
	if (ids.join() === idsOf(rows).join()) return 'whole';
	return is === 'complete' ? `${ids.length} records in silence` : is;
}

/** How a service pages, and the response that it writes. */
type Misleading = [string, Pager, Template, Outcome?];

const totals: Misleading[] = [
	['total counts the page', pages(), '{"tasks": <items>, "total": <count>}'],
	['count counts the page', pages(), '{"tasks": <items>, "count": <count>}'],
	[
		'total and number of pages count the page',
		pages(),
		'{"tasks": <items>, "page": <at>, "total": <count>, "total_pages": 1}',
	],
	[
		'total counts the records up to here',
		offsets(),
		({ items, at }) => ({ tasks: items, offset: at, total: at + items.length }),
	],
	[
		'total counts what is left',
		offsets(),
		({ items, at, total }) => ({ tasks: items, offset: at, total: total - at }),
	],
	['total is capped at two pages', offsets(), '{"tasks": <items>, "offset": <at>, "total": 200}'],
	[
		'total is capped at one page, and says so (Elasticsearch)',
		pages('seite'),
		'{"tasks": <items>, "total": {"value": 100, "relation": "gte"}}',
		'unknown',
	],
	['total is smaller than a page', offsets(), '{"tasks": <items>, "offset": <at>, "total": 50}'],
	['total is 0 for unknown', pages(), '{"tasks": <items>, "page": <at>, "total": 0}'],
	[
		'total is a text that is no number',
		pages(),
		'{"tasks": <items>, "page": <at>, "total": "~100"}',
	],
	[
		'a total of other records',
		tokens(),
		'{"tasks": <items>, "next_cursor": <next>, "meta": {"total_users": 5000}}',
	],
	[
		'paging.count is the size of a page (LinkedIn)',
		offsets('start'),
		'{"tasks": <items>, "paging": {"start": <at>, "count": 100}}',
	],
];

const positions: Misleading[] = [
	['page is the number of the next page', pages(), '{"tasks": <items>, "page": <next>}'],
	[
		'offset is the end of this page',
		offsets(),
		({ items, at }) => ({ tasks: items, offset: at + items.length }),
	],
	[
		'offset is the number of a page',
		pages('offset'),
		'{"tasks": <items>, "offset": <at>, "next": <path>}',
	],
	[
		'page and last_page count from 0',
		pages('page', 0),
		'{"tasks": <items>, "current_page": <at>, "last_page": 2}',
	],
	[
		'last_page counts from 0, and page from 1',
		pages(),
		'{"tasks": <items>, "current_page": <at>, "last_page": 2}',
	],
	[
		'per_page is larger than the page (records that the key may not see)',
		pages(),
		'{"tasks": <items>, "page": <at>, "per_page": 500}',
	],
];

const leads: Misleading[] = [
	[
		'the token 0 is the first one',
		({ query, ...asked }) => {
			const token =
				query.cursor === undefined ? undefined : `c_${Number(query.cursor) * 100 + 100}`;
			const page = tokens()({ ...asked, query: token === undefined ? {} : { cursor: token } });
			return { ...page, next: page.next === null ? null : page.at - 1 };
		},
		'{"tasks": <items>, "next_cursor": <next>}',
	],
	['the cursor 0 on every page, and page numbers', pages(), '{"tasks": <items>, "cursor": 0}'],
	[
		'has_more is false on every page, and there is a link',
		pages(),
		'{"tasks": <items>, "has_more": false, "next": <path>}',
	],
	[
		'total_pages is 1 on every page, and there is a token',
		tokens(),
		'{"tasks": <items>, "total_pages": 1, "next_cursor": <next>}',
	],
	[
		'a token always, and an empty page after the last one',
		tokens(),
		'{"tasks": <items>, "next_cursor": <next always>}',
	],
	[
		'next_page is 1 after the last page',
		pages(),
		({ items, at, next }) => ({ tasks: items, page: at, total: 250, next_page: next ?? 1 }),
	],
	[
		'a token that no parameter takes',
		tokens('ab'),
		'{"tasks": <items>, "next_cursor": <next>}',
		'short',
	],
	[
		'a flag, and no parameter that is known',
		tokens('ab'),
		'{"tasks": <items>, "has_more": <more>}',
		'short',
	],
	['nothing, and no parameter that is known', pages('seite'), bare, 'unknown'],
	[
		'the flag of Python, and the last ID',
		afterIds('starting_after'),
		({ items, more }) => ({ object: 'list', data: items, has_more: more ? 'True' : 'False' }),
	],
	...['starting_after', 'after', 'before'].map(
		(parameter): Misleading => [
			`the flag of PHP, and ${parameter}`,
			afterIds(parameter),
			'{"tasks": <items>, "has_more": <more as 1 or 0>}',
		],
	),
];

test.each([...totals, ...positions, ...leads])(
	'never short in silence: %s',
	async (_, pager, template, outcome = 'whole') => {
		const list = await reading(paged(pager, template));
		expect(outcomeOf(list)).toBe(outcome);
		expect(list.requests.length).toBeLessThan(24);
	},
);

test.each<[string, Template, Pager, number, Partial<ListSettings>, Outcome]>([
	['that says nothing, is unusual', bare, pages(), 37, {}, 'unknown'],
	['is twelve, as its total', '{"tasks": <items>, "total": <count>}', pages(), 12, {}, 'whole'],
	[
		'that leads on, is unusual, as its total',
		'{"tasks": <items>, "next_cursor": <next>, "total": <count>}',
		tokens('page_token'),
		37,
		{},
		'whole',
	],
	[
		'that has a token, is unusual',
		'{"tasks": <items>, "cursor": <next?>}',
		tokens('after'),
		37,
		{},
		'whole',
	],
	[
		'is unusual, of two that are set to count from 0',
		bare,
		pages('seite', 0),
		126,
		{ style: 'page', parameter: 'seite' },
		'whole',
	],
	[
		'is smaller than the one that is set',
		'{"tasks": <items>, "offset": <at>, "limit": 500}',
		offsets(),
		100,
		{ pageSizeParameter: 'limit', pageSize: 500 },
		'whole',
	],
])(
	'never short in silence if the size of a page %s',
	async (_, template, pager, size, settings, outcome) => {
		const list = await reading(paged(pager, template, rows, size), {}, settings);
		expect(outcomeOf(list)).toBe(outcome);
	},
);

test.each<[string, Respond, Outcome]>([
	[
		'empty for a parameter that is taken for a filter, and there is another one',
		(asked) => ('page' in asked.query ? { body: [] } : paged(offsets(), bare)(asked)),
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
		(asked) => {
			if (asked.query.page === '2') return { body: [{ error: 'Try again' }] };
			return paged(pages(), '<items>')(asked);
		},
		'unknown',
	],
	[
		'rejected for every parameter',
		({ query }) =>
			Object.keys(query).length > 0 ? { status: 400 } : { body: { tasks: rows.slice(0, 100) } },
		'unknown',
	],
])('the page after the first one is %s', async (_, respond, outcome) => {
	expect(outcomeOf(await reading(respond))).toBe(outcome);
});

test('a total that is too small does not end a list at a page with fewer records', async () => {
	const template: Template = ({ items, at }) => ({
		tasks: at === 2 ? items.slice(1) : items,
		total: 100,
	});
	expect((await reading(paged(pages(), template))).recordsRead).toBe(249);
});

test('a list that ends while records are missing is believed only if nothing else says more', async () => {
	const body = { tasks: rows.slice(0, 20), next: null, total: 65 };
	expect((await reading(() => ({ body }))).is).toBe('short');
});
