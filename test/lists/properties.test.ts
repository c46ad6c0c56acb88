import fc from 'fast-check';
import { collectList } from './collectList';
import { fakeService, makeRows } from './fakeService';
import { SHAPES } from './shapes';

/** Shapes whose page size is written into the row counts of their fake. */
const shape = fc.constantFrom(...SHAPES);
const onePage = { length: 4, size: 4, limit: undefined, parallel: 1 };

describe('for every shape, length, page size, limit and number of parallel requests', () => {
	test('all records are returned once and in order, and a limit requests only the pages it needs', async () => {
		const sizes = fc.record({
			length: fc.nat(60),
			size: fc.integer({ min: 1, max: 25 }),
			limit: fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
			parallel: fc.integer({ min: 1, max: 9 }),
		});
		// All on one page that is full: where nothing says that it is the last, more is looked for.
		const onePages = SHAPES.flatMap((each) =>
			[4, 10, 20, 25].map((size): [typeof each, typeof onePage] => [
				each,
				{ ...onePage, length: size, size },
			]),
		);
		await fc.assert(
			fc.asyncProperty(
				shape,
				sizes,
				async ({ answer, resource = 'user' }, { length, size, limit, parallel }) => {
					const rows = makeRows(length);
					const service = fakeService((query, url) => answer(rows, query, url, size));
					const list = { ...service, resource, firstQuery: {}, parallel, limit };
					const { records, outcome } = await collectList(list);
					expect(outcome.kind).toBe('done');
					expect(outcome.detected).toMatch(/^\d+ records? from/);
					expect(records.map(({ id }) => id)).toEqual(rows.slice(0, limit).map(({ id }) => id));
					// By offsets, each page begins with the last record of the one before.
					const pages = Math.ceil(Math.min(length, limit ?? Infinity) / Math.max(1, size - 1));
					const isCutOnFirst = limit !== undefined && limit <= Math.min(size, length);
					// Ways to the next page cost eight requests at most, and the end of a walk one.
					expect(service.asked.length).toBeLessThanOrEqual(
						isCutOnFirst ? 1 : Math.max(1, pages) + 9,
					);
					expect(service.mostAtOnce()).toBeLessThanOrEqual(parallel);
				},
			),
			{ numRuns: 500, examples: onePages },
		);
	});
});

describe('for every JSON value, with headers of any content', () => {
	const keys = `data users items next next_cursor cursor meta links page total has_more offset id error
		edges node pageInfo total_pages count __proto__ constructor`;
	const key = fc.constantFrom(...keys.split(/\s+/));
	const { value } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 5 },
			fc.jsonValue(),
			fc.integer(),
			fc.boolean(),
			fc.constantFrom('?a=1', '/x?b=2', 'tok', null),
			fc.array(tie('value'), { maxLength: 4 }),
			fc.dictionary(key, tie('value'), { maxKeys: 6 }),
		),
	}));

	const bodiesOf = fc.array(value, { minLength: 1, maxLength: 4 });
	const headersOf = fc.dictionary(
		fc.constantFrom('link', 'x-next-page', 'content-range', 'x-total-count'),
		fc.string(),
	);

	test('reading neither throws nor continues without end', async () => {
		await fc.assert(
			fc.asyncProperty(bodiesOf, headersOf, async (bodies, headers) => {
				let turn = 0;
				const service = fakeService(() => ({ body: bodies[turn++ % bodies.length], headers }));
				const { fetchPage } = service;
				const list = { resource: 'user', firstQuery: {}, fetchPage, parallel: 3 } as const;
				const { outcome } = await collectList(list);
				expect(['done', 'refused']).toContain(outcome.kind);
				expect(service.asked.length).toBeLessThan(60);
			}),
			{
				numRuns: 1000,
				examples: [
					[[{ kind: { toString: null } }], {}],
					[[{ data: { toString: null }, total: { data: [] } }, false], {}],
					[[{ data: [{ id: 1 }], total: { value: 5, relation: { toString: null } } }], {}],
				],
			},
		);
	});
});
