import { collectList } from './collectList';
import { fakeService, makeRows } from './fakeService';
import { SHAPES } from './shapes';

const SIZE = 100;

describe('with nothing configured', () => {
	test.each(SHAPES.map((shape) => [shape.name, shape] as const))(
		'reads all 250 records once and in order: %s',
		async (_name, { answer, extra = 0, resource = 'user' }) => {
			const rows = makeRows(250);
			const service = fakeService((query, url) => answer(rows, query, url, SIZE));
			const { records, outcome } = await collectList({
				resource,
				firstQuery: {},
				fetchPage: service.fetchPage,
				parallel: 8,
			});
			expect(outcome).toMatchObject({ kind: 'done' });
			expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
			expect(service.asked).toHaveLength(3 + extra);
		},
	);

	test.each(SHAPES.map((shape) => [shape.name, shape] as const))(
		'asks once for a list that fits one page, and once more where nothing proves that this is all: %s',
		async (_name, { answer, probed, resource = 'user' }) => {
			const rows = makeRows(7);
			const service = fakeService((query, url) => answer(rows, query, url, SIZE));
			const options = { resource, firstQuery: {}, parallel: 8 } as const;
			const { records, outcome } = await collectList({ ...options, fetchPage: service.fetchPage });
			expect(outcome).toMatchObject({ kind: 'done' });
			expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
			// A cursor that is there although the list is at its end can only be tried.
			expect(service.asked).toHaveLength(probed ? 2 : 1);
		},
	);

	test.each(SHAPES.map((shape) => [shape.name, shape] as const))(
		'reads an empty list as empty: %s',
		async (_name, { answer, resource = 'user' }) => {
			const service = fakeService((query, url) => answer([], query, url, SIZE));
			const options = { resource, firstQuery: {}, parallel: 8 } as const;
			const { records, outcome } = await collectList({ ...options, fetchPage: service.fetchPage });
			expect(outcome).toMatchObject({ kind: 'done' });
			expect(records).toEqual([]);
		},
	);
});
