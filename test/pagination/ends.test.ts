import {
	numbered,
	paged,
	pages,
	reading,
	rowsOf,
	tokens,
	withNext,
	type Respond,
} from './listService';

describe('a list that does not end is not read endlessly', () => {
	const endless: Array<[string, (turn: number) => object, string, number]> = [
		[
			'a token always, and empty pages',
			(turn) => ({ tasks: turn === 1 ? rowsOf(5) : [], next_cursor: `c${turn}x` }),
			'The list did not end after 101 pages with 5 records, so the node stopped',
			101,
		],
		[
			'a token that leads back',
			(turn) => ({ tasks: rowsOf(5, (turn % 2) * 5), next_cursor: `c${turn % 2}` }),
			'The next page only repeats records that were already read, so the node stopped',
			3,
		],
		[
			'new records on pages beyond a total and a number of pages',
			(turn) => ({ tasks: rowsOf(5, turn * 5), page: turn, total: 10, total_pages: 2 }),
			'The list did not end after 102 pages with 510 records, so the node stopped',
			102,
		],
		[
			'another record and another token always',
			(turn) => ({ tasks: rowsOf(1, turn), next_cursor: `c${turn}x` }),
			'The list did not end after 10000 pages with 10000 records, so the node stopped',
			10_000,
		],
	];

	test.each(endless)('%s', async (_, body, message, most) => {
		const { error, requests } = await reading(({ turn }) => ({ body: body(turn) }));
		expect(error?.message).toBe(message);
		expect(requests.length).toBeLessThanOrEqual(most);
	});
});

describe('a list is read to its end', () => {
	const wholeLists: Array<[string, Respond]> = [
		[
			'a token that moves to another place on a later page',
			paged(tokens(), ({ items, next, at }) =>
				at === 1
					? { tasks: items, meta: { next_cursor: next } }
					: { tasks: items, next_cursor: next },
			),
		],
		[
			'150 new records, which move a page of known ones to the place of the third',
			({ query }) => {
				const at = Number(query.page ?? 1);
				const tasks = at > 2 ? [...rowsOf(150, 1_000), ...rowsOf(250)] : rowsOf(250);
				const page = tasks.slice((at - 1) * 100, at * 100);
				return { body: { tasks: page, page: at, total: tasks.length } };
			},
		],
		[
			'a token that leads back where the total is reached',
			({ query: { cursor } }) => {
				const from = cursor === 'c1' ? 125 : 0;
				const next_cursor = from === 0 ? 'c1' : 'c0';
				return { body: { tasks: rowsOf(125, from), next_cursor, total: 250 } };
			},
		],
		[
			'an empty page for a parameter, while the first page says that there is more',
			(asked) =>
				'cursor' in asked.query
					? { body: { tasks: [] } }
					: paged(
							tokens('page_token'),
							'{"tasks": <items>, "next_cursor": <next>, "has_more": <more>}',
						)(asked),
		],
		['a total that counts the page', paged(pages(), '{"tasks": <items>, "total": <count>}')],
		[
			'an empty page in the middle, with a token',
			(asked) => {
				const rows = rowsOf(250);
				const at = Number(asked.query.cursor ?? 0);
				const tasks = at === 1 ? [] : rows.slice(at > 1 ? 100 : 0, at > 1 ? 250 : 100);
				return { body: { tasks, next_cursor: at < 2 ? String(at + 1) : null } };
			},
		],
	];

	test.each(wholeLists)('%s', async (_, respond) => {
		expect(await reading(respond)).toMatchObject({ recordsRead: 250, is: 'complete' });
	});

	test.each([{ has_more: false }, { total: 5 }])(
		'a token of 0 leads nowhere, beside %j (Redis)',
		async (end) => {
			const body = { tasks: rowsOf(5), next_cursor: '0', ...end };
			expect((await reading(() => ({ body }))).is).toBe('complete');
		},
	);
});

describe('records are one record by their ID', () => {
	test('with the project in which it counts', async () => {
		const rows = ['p1', 'p2', 'p3'].flatMap((project_id) =>
			rowsOf(50).map((row) => ({ ...row, project_id })),
		);
		const list = await reading(paged(pages(), numbered, rows));
		expect(list).toMatchObject({ recordsRead: 150, is: 'complete' });
	});

	test('also if it changes while the list is read, and another one has none', async () => {
		const first = [{ title: 'Without an ID' }, ...rowsOf(99)];
		const second = [{ id: 't99', title: 'Changed' }, ...rowsOf(50, 100)];
		const { because, recordsRead } = await reading(({ query: { page } }) => ({
			body: { tasks: page ? second : first, page },
		}));
		expect([because, recordsRead]).toEqual(['changed', 150]);
	});

	test('but not by one that all have', async () => {
		const rows = rowsOf(250).map((row) => ({ ...row, id: 'workspace' }));
		const list = await reading(paged(tokens(), withNext, rows));
		expect(list).toMatchObject({ recordsRead: 250, is: 'complete' });
	});

	const withoutIds = (titles: number) =>
		rowsOf(250).map((_, at) => ({ title: `Task ${at % titles}` }));

	test('and those without are never left out', async () => {
		const list = await reading(paged(tokens(), withNext, withoutIds(99)));
		expect(list).toMatchObject({ recordsRead: 250, is: 'complete' });
	});

	test('unless the whole page comes again', async () => {
		expect((await reading(paged(tokens(), withNext, withoutIds(2)))).is).toBe('short');
	});
});

describe('what the service says beside the list', () => {
	test.each([
		[{}, 'unknown'],
		[{ total: 0 }, 'complete'],
	])('%j is no list unless it has a total of 0: %s', async (body, is) => {
		expect((await reading(() => ({ body }))).is).toBe(is);
	});

	test('a response without a list is an error with its fields', async () => {
		const { error } = await reading(() => ({ body: { state: 'x', version: '1.2' } }));
		expect(error?.message).toBe('The response has no list of tasks (its fields: state, version)');
	});

	test('how the list was read', async () => {
		const respond = paged(tokens(), withNext);
		expect((await reading(respond)).summary).toBe('All 250 records were read.');
		const keep = ({ id }: { id?: unknown }) => id === 't1';
		expect((await reading(respond, { keep })).summary).toBe(
			'250 records from 3 pages. Records in tasks. Next page: cursor in next_cursor, sent as cursor. Matching the filters: 1.',
		);
		expect((await reading(respond, { maxPages: 1 })).summary).toBe(
			'100 records from 1 page. Records in tasks.',
		);
	});
});

describe('what the last pages say', () => {
	/** Pages of 100 by their number, and what is in place of the one after them. */
	const numberedPages =
		(count: number, past: object, more: object = {}): Respond =>
		({ query }) => {
			const page = Number(query.page ?? 1);
			const tasks = rowsOf(100, (page - 1) * 100 + 1);
			return { body: page > count ? past : { tasks, page, ...more } };
		};
	const none = { tasks: [] };

	test.each<[string, Respond, string]>([
		[
			'a number of pages that is not reached',
			numberedPages(2, { ...none, total_pages: 5 }, { total_pages: 5 }),
			'short',
		],
		[
			'a flag next to the last page',
			numberedPages(1, none, { total_pages: 1, has_more: true }),
			'short',
		],
		[
			'a total of 0 past the end',
			numberedPages(2, { ...none, total: 0 }, { total: 200 }),
			'complete',
		],
		[
			'a total that counts something else',
			() => ({ body: { tasks: rowsOf(100), total: 2 } }),
			'unknown',
		],
		['the first page again', numberedPages(3, { tasks: rowsOf(100), page: 1 }), 'complete'],
		['the last page again', numberedPages(2, { tasks: rowsOf(100, 101) }), 'complete'],
		['known records in another order', numberedPages(2, { tasks: rowsOf(100, 50) }), 'unknown'],
	])('%s', async (_, respond, is) => {
		expect((await reading(respond)).is).toBe(is);
	});
});
