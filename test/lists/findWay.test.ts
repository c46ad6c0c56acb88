import type { Respond } from './fakeService';
import {
	check,
	complete,
	httpError,
	listOf,
	page,
	read,
	refusal,
	rows,
	ten,
	unknown,
	type Case,
} from './readList';

const all = rows.slice(0, 20);
const bare: Respond = () => ({ body: page(0) });
const bySkip: Respond = ({ skip = '0' }) => ({ body: rows.slice(+skip, +skip + 100) });
const more = (users = page(0)) => listOf(users, { has_more: true });

/** The first page, and for any parameter what `give` returns or throws. */
const without =
	(give: () => object, first = page(0), said = {}): Respond =>
	(query) => ({ body: { users: Object.keys(query).length > 0 ? give() : first, ...said } });
const failing = (status: number) => () => {
	throw httpError(status);
};

describe('if nothing says how to request the next page', () => {
	test.each<Case>([
		...[
			[1, 0],
			[9, 0],
			[10, 8],
			[42, 8],
			[250, 8],
		].map(
			([count, price = 0]): Case => [
				`a bare list of ${count} costs ${price} more requests`,
				() => ({ body: rows.slice(0, count) }),
				{ end: unknown(price > 0 ? 'nothingFound' : 'noSign'), records: count, asked: 1 + price },
			],
		),
		[
			'a larger number next to the list is worth eight requests on any page',
			() => listOf(all.slice(0, 7), { countOfAll: 20, ok: 1 }),
			{ end: { completeness: { said: { name: 'countOfAll', value: 20 } } }, asked: 1 + 8 },
		],
		...(
			[
				['nothing is tried where no more is to come', 100, { has_more: false }, 0],
				['nor where a position is beside that', 100, { has_more: false, page: 1 }, 0],
				['nothing is tried after a cursor that is null', 100, { next_cursor: null }, 0],
				['a total that is reached costs nothing on a short page', 7, { total: 7 }, 0],
				['a total that is reached costs one request on a full page', 100, { total: 100 }, 1],
			] as const
		).map(
			([name, count, said, price]): Case => [
				name,
				() => listOf(rows.slice(0, count), said),
				{ end: complete('stated'), asked: 1 + price },
			],
		),
		[
			'a page with fewer records than its size costs nothing',
			() => listOf(all, { per_page: 50 }),
			{ end: unknown('noSign'), asked: 1 },
		],
		...[0, 1].map(
			(base): Case => [
				`page 2 does not hide that pages are counted from ${base}`,
				({ page: at = String(base) }) => ({ body: page(Math.max(0, Number(at) - base)) }),
				{ records: 250 },
			],
		),
		[
			'a page 1 that fails does not hide that pages are counted from 0',
			({ page: at = '0' }) => ({ body: at === '1' ? failing(500)() : page(Number(at)) }),
			{ end: refusal('request'), asked: 3 },
		],
		// A 404 may also be a page past the end.
		...([[400], [404, '?page=1'], [422]] as const).map(
			([status, ...again]): Case => [
				`a parameter that is rejected with ${status} leads to the next one`,
				({ offset = '0', ...others }) => ({
					body:
						Object.keys(others).length > 0 ? failing(status)() : rows.slice(+offset, +offset + 100),
				}),
				{
					records: 250,
					queries: ['?page=2', ...again, '?offset=99', '?offset=198', '?offset=249'],
				},
			],
		),
		[
			'the usual parameters are tried one after the other, until one leads to another page',
			bySkip,
			{
				end: complete('walked'),
				records: 250,
				queries: ['?page=2', '?offset=99', '?skip=99', '?skip=198', '?skip=249'],
			},
		],
		[
			'after a request that fails for another reason, no more are tried',
			({ offset }) => ({ body: offset === undefined ? page(0) : failing(503)() }),
			{ end: unknown('nothingFound'), queries: ['?page=2', '?offset=99'] },
		],
		['parameters that are taken for a filter', without(() => []), { end: unknown('nothingFound') }],
		['parameters that are rejected', without(failing(400)), { end: unknown('nothingFound') }],
		[
			'parameters after which there is no list',
			(query) => ({ body: Object.keys(query).length > 0 ? {} : page(0) }),
			{ end: unknown('nothingFound'), records: 100 },
		],
	])('%s', check);

	test('what the person has requested is never replaced, and nothing is requested twice', async () => {
		const firstQuery = { status: 'open', page: '3', start: '2026-01-01', after: 'x' };
		const { asked } = await read(bare, { firstQuery });
		expect(asked.length).toBeGreaterThan(1);
		expect(new Set(asked).size).toBe(asked.length);
		for (const url of asked)
			expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject(firstQuery);
	});
});

test.each<Case>([
	[
		'leads to an empty page, and nothing else is tried',
		({ bookmark }) => listOf(bookmark ? [] : all, { bookmark: 'b' }),
		{ end: unknown('nothingFound'), queries: ['?bookmark=b'] },
	],
	[
		'is tried with each of its parameters, even if the service uses one as a filter',
		({ cursor, start_cursor: at = '0' }) => {
			const next = Number(at) + 100;
			return listOf(cursor === undefined ? rows.slice(Number(at), next) : [], {
				next_cursor: cursor !== undefined ? 0 : next < 250 ? String(next) : null,
			});
		},
		{ records: 250 },
	],
	[
		'costs at most eight requests if it is ignored, and the list does not count as complete',
		({ page: at = '1' }) => listOf(at === '1' ? all : failing(404)(), { next_cursor: 'c2' }),
		{ end: refusal('no-way-on'), asked: 1 + 8 },
	],
])('a cursor that nothing contradicts %s', check);

test.each<Case>([
	[
		'the parameters that were tried in vain are named',
		() => more(),
		{
			end: {
				refusal: {
					reason: 'no-way-on',
					message: expect.stringMatching(/more than these 100 records, and no parameter.*\(page, /),
				},
			},
		},
	],
	[
		'a parameter that the person has set and the node does not replace is named',
		() => more(),
		{ end: { refusal: { description: expect.stringMatching(/^Remove "page" from 'Query Par/) } } },
		{ firstQuery: { page: '1', status: 'open' } },
	],
	[
		'a request that fails is reported, and no other parameter is tried',
		without(failing(503), page(0), { has_more: true }),
		{ end: { refusal: { reason: 'request', failure: { status: 503 } } }, asked: 2 },
	],
	[
		'an empty page of a filter does not count as the next page',
		without(() => [], page(0), { has_more: true }),
		{ end: refusal('no-way-on'), records: 100, asked: 1 + 16 },
	],
])('where the service says that there is more, %s', check);

test.each<Case>([
	...(
		[
			['JSON, that there is no second page', true, complete('set')],
			['anything else, nothing', false, unknown('nothingFound')],
		] as const
	).map(
		([says, isJson, end]): Case => [
			`where the page number is set, 404 says with ${says}`,
			({ page: at }) => {
				if (at) throw httpError(404, isJson);
				return listOf(all);
			},
			{ end },
			{ overrides: { style: 'page', parameter: 'page' } },
		],
	),
	[
		// It counts in pairs of records, and says where it is in single ones.
		'a page further than the next one is not taken for it',
		({ offset = '0' }) =>
			listOf(rows.slice(2 * +offset, Math.min(40, 2 * +offset + 10)), { offset: 2 * +offset }),
		{ end: unknown('nothingFound'), records: 10 },
	],
])('%s', check);

/** Each list of a run, in their order: how the service responds, and what comes of it. */
test.each<[string, ReadonlyArray<[Respond, Case[2], Case[3]?]>]>([
	[
		'a way is found once',
		[
			[bySkip, { end: complete('walked'), records: 250, asked: 4 + 2 }],
			[bySkip, { end: complete('walked'), records: 250, asked: 4 }],
			[bySkip, { end: complete('walked'), records: 250, asked: 4 }],
		],
	],
	[
		'none is found once, but for a larger page',
		[
			[() => ({ body: all }), { end: unknown('nothingFound'), asked: 1 + 8 }],
			[() => ({ body: all }), { end: unknown('noSign'), asked: 1 }],
			[bySkip, { records: 250 }],
		],
	],
	[
		'none is found once where there is more',
		[
			[() => more(), { end: refusal('no-way-on'), asked: 1 + 16 }],
			[() => more(), { end: refusal('no-way-on'), asked: 1 }],
		],
	],
	[
		'what the person has requested is not replaced, whichever list is the first',
		[{ page: '2' }, {}, { page: '2' }, { page: '5' }].map((firstQuery) => [
			({ page: at = '1' }) => listOf(ten(at, 100), { page: Number(at) }),
			{ records: 'page' in firstQuery ? 10 : 100 },
			{ firstQuery } as Case[3],
		]),
	],
	[
		'a list that ends as it was set does so for each item',
		[1, 2].map(() => [
			({ page: at = '1' }) => ({ body: at === '1' ? page(0) : [] }),
			{ end: complete('set') },
			{ overrides: { style: 'page' } },
		]),
	],
	[
		'a record that is twice on the first page is no change',
		[1, 2].map(() => [
			({ page: at = '1' }) => ({ body: at === '1' ? [...page(0), rows[0]] : page(+at - 1) }),
			{ end: complete('walked') },
		]),
	],
	[
		'a list with other options is searched separately',
		[
			[bySkip, {}],
			[bare, { records: 100, asked: 1 + 6 }, { overrides: { style: 'page' } }],
		],
	],
	[
		'a way of another list does not make an unpaged list complete',
		[
			[bySkip, {}],
			[without(failing(503)), { end: refusal('request'), records: 100 }],
		],
	],
])('in one run, %s', async (_, lists) => {
	const knownWays = new Map();
	for (const [respond, expected, options] of lists)
		await check('', respond, expected, { ...options, knownWays });
});

test('lists that are read at the same time look one after the other', async () => {
	const knownWays = new Map();
	const lists = await Promise.all(
		Array.from({ length: 10 }, async () => await read(bySkip, { knownWays })),
	);
	for (const { records } of lists) expect(records).toEqual(rows);
	const asked = lists.flatMap((list) => list.asked);
	expect(asked.filter((url) => /[?&](page|offset)=/.test(url))).toHaveLength(2);
});
