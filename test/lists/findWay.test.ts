import type { KnownWays } from '../../nodes/ProjectWorkspace/lists/nextPage/way';
import {
	check,
	complete,
	httpError,
	listOf,
	page,
	read,
	refusal,
	rows,
	unknown,
	type Case,
} from './readList';

/** The queries that came after the first page. */
const queriesOf = (asked: readonly string[]) =>
	asked.slice(1).map((url) => decodeURIComponent(new URL(url).search));

const all = rows.slice(0, 20);

describe('if nothing says how to request the next page', () => {
	test('the usual parameters are tried one after the other, the likeliest first', async () => {
		const { asked } = await read(() => ({ body: page(0) }));
		expect(queriesOf(asked).slice(0, 3)).toEqual(['?page=2', '?offset=99', '?skip=99']);
	});

	test.each([
		[1, 0],
		[9, 0],
		[10, 8],
		[42, 8],
		[250, 8],
	])('a bare list of %i costs %i more requests, none of them twice', async (count, price) => {
		const { asked, records, outcome } = await read(() => ({ body: rows.slice(0, count) }));
		expect(records).toHaveLength(count);
		expect(asked.length - 1).toBe(price);
		expect(new Set(asked).size).toBe(asked.length);
		expect(outcome).toMatchObject(unknown(price === 0 ? 'noSign' : 'nothingFound'));
	});

	test.each<Case>([
		[
			'a larger number next to the list is worth eight requests on any page',
			() => listOf(all.slice(0, 7), { countOfAll: 20, ok: 1 }),
			{
				end: {
					completeness: { is: 'unknown', said: { name: 'countOfAll', value: 20 } },
				},
				asked: 1 + 8,
			},
		],
		...[{ has_more: false }, { has_more: false, page: 1 }, { next_cursor: null }].map(
			(said): Case => [
				`nothing is tried where ${JSON.stringify(said)} says that this is all`,
				() => listOf(page(0), { ...said }),
				{ end: complete('stated'), asked: 1 },
			],
		),
		[
			'a page with fewer records than its size costs nothing',
			() => listOf(all, { per_page: 50 }),
			{ end: unknown('noSign'), asked: 1 },
		],
		[
			'a total that is reached costs nothing on a short page',
			() => listOf(rows.slice(0, 7), { total: 7 }),
			{ end: complete('stated'), asked: 1 },
		],
		[
			'a total that is reached costs one request on a full page',
			() => listOf(page(0), { total: 100 }),
			{ end: complete('stated'), asked: 1 + 1 },
		],
		...[0, 1].map(
			(base): Case => [
				`page 2 does not hide that pages are counted from ${base}`,
				({ page: at = String(base) }) => ({ body: page(Math.max(0, Number(at) - base)) }),
				{ end: {}, records: 250 },
			],
		),
		[
			'a page 1 that fails does not hide that pages are counted from 0',
			({ page: at = '0' }) => {
				if (at === '1') throw httpError(500);
				return { body: page(Number(at)) };
			},
			{ end: refusal('request'), asked: 3 },
		],
		...[400, 404, 422].map(
			(status): Case => [
				`a parameter that is rejected with ${status} leads to the next one`,
				(query) => {
					if (Object.keys(query).some((name) => name !== 'offset')) throw httpError(status);
					const from = Number(query.offset ?? 0);
					return { body: rows.slice(from, from + 100) };
				},
				{ end: {}, records: 250 },
			],
		),
	])('%s', check);

	test('after a parameter leads to another page, no more are tried', async () => {
		const { asked, records, outcome } = await read(({ skip = '0' }) => ({
			body: rows.slice(Number(skip), Number(skip) + 100),
		}));
		expect(records).toEqual(rows);
		expect(queriesOf(asked)).toEqual([
			'?page=2',
			'?offset=99',
			'?skip=99',
			'?skip=198',
			'?skip=249',
		]);
		expect(outcome).toMatchObject(complete('walked'));
	});

	test('what the person has requested is never replaced', async () => {
		const firstQuery = { status: 'open', page: '3', start: '2026-01-01', after: 'x' };
		const { asked } = await read(() => ({ body: page(0) }), { firstQuery });
		expect(asked.length).toBeGreaterThan(1);
		for (const url of asked) {
			expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject(firstQuery);
		}
	});

	test('after a request that fails for another reason, no more are tried', async () => {
		const { asked, outcome } = await read(({ offset }) => {
			if (offset !== undefined) throw httpError(503);
			return { body: page(0) };
		});
		expect(queriesOf(asked)).toEqual(['?page=2', '?offset=99']);
		expect(outcome).toMatchObject(unknown('nothingFound'));
	});
});

describe('parameters without effect prove nothing', () => {
	test.each<[string, (query: Record<string, string>) => object]>([
		['taken for a filter', (query) => (Object.keys(query).length > 0 ? [] : page(0))],
		[
			'rejected',
			(query) => {
				if (Object.keys(query).length > 0) throw httpError(400);
				return page(0);
			},
		],
		['answered without a list', (query) => (Object.keys(query).length > 0 ? {} : page(0))],
	])('parameters that are %s', async (_, answer) => {
		const { outcome, records } = await read((query) => ({ body: answer(query) }));
		expect(outcome).toMatchObject(unknown('nothingFound'));
		expect(records).toHaveLength(100);
	});
});

describe('a cursor that nothing contradicts', () => {
	test('leads to an empty page, and nothing else is tried', async () => {
		const { asked, outcome } = await read(({ bookmark }) =>
			listOf(bookmark ? [] : all, { bookmark: 'b' }),
		);
		expect(queriesOf(asked)).toEqual(['?bookmark=b']);
		expect(outcome).toMatchObject(unknown('nothingFound'));
	});

	test('is tried with each of its parameters, even if the service uses one as a filter', async () => {
		const { records } = await read(({ cursor, start_cursor: at = '0' }) => {
			const next = Number(at) + 100;
			return listOf(cursor === undefined ? rows.slice(Number(at), next) : [], {
				next_cursor: cursor !== undefined ? 0 : next < 250 ? String(next) : null,
			});
		});
		expect(records).toEqual(rows);
	});

	test('costs at most eight requests if it is ignored, and the list does not count as complete', async () => {
		const respond = ({ page: at = '1' }) => {
			if (at !== '1') throw httpError(404);
			return listOf(all, { next_cursor: 'c2' });
		};
		await check('', respond, { end: refusal('no-way-on'), asked: 1 + 8 });
	});
});

describe('where the service says that there is more', () => {
	test('the parameters that were tried in vain are named', async () => {
		const { asked, outcome } = await read(() => listOf(page(0), { has_more: true }));
		expect(asked.length).toBeLessThanOrEqual(1 + 16);
		expect(outcome).toMatchObject({
			refusal: {
				reason: 'no-way-on',
				message: expect.stringMatching(/more than these 100 records, and no parameter.*\(page, /),
			},
		});
	});

	test('the next list of the run is not searched in vain once more', async () => {
		const knownWays: KnownWays = new Map();
		const next = async () => await read(() => listOf(page(0), { has_more: true }), { knownWays });
		expect((await next()).asked.length).toBeGreaterThan(1);
		const { asked, outcome } = await next();
		expect(asked).toHaveLength(1);
		expect(outcome).toMatchObject(refusal('no-way-on'));
	});

	test('a parameter that the person has set and the node does not replace is named', async () => {
		const { outcome } = await read(() => listOf(page(0), { has_more: true }), {
			firstQuery: { page: '1', status: 'open' },
		});
		expect(outcome).toMatchObject({
			refusal: { description: expect.stringMatching(/^Remove "page" from 'Query Parameters'/) },
		});
	});

	test.each<Case>([
		[
			'a request that fails is reported, and no other parameter is tried',
			(query) => {
				if (Object.keys(query).length > 0) throw httpError(503);
				return listOf(page(0), { has_more: true });
			},
			{ end: { refusal: { reason: 'request', failure: { status: 503 } } }, asked: 2 },
		],
		[
			'an empty page of a filter does not count as the next page',
			(query) => listOf(Object.keys(query).length > 0 ? [] : page(0), { has_more: true }),
			{ end: refusal('no-way-on'), records: 100, asked: 1 + 16 },
		],
	])('%s', check);
});

test.each([
	['JSON, that there is no second page', true, complete('set')],
	['anything else, nothing', false, unknown('nothingFound')],
])('where the page number is set, 404 says with %s', async (_, isJson, end) => {
	const { outcome } = await read(
		(query) => {
			if (query.page) throw httpError(404, isJson);
			return listOf(all);
		},
		{ overrides: { style: 'page', parameter: 'page' } },
	);
	expect(outcome).toMatchObject(end);
});

test('a page further than the next one is not taken for it', async () => {
	const { outcome, records } = await read(({ offset = '0' }) => {
		// It counts in pairs of records, and says where it is in single ones.
		const from = 2 * Number(offset);
		return listOf(rows.slice(from, Math.min(40, from + 10)), { offset: from });
	});
	expect(outcome).toMatchObject(unknown('nothingFound'));
	expect(records).toHaveLength(10);
});
