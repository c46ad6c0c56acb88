import { idsOf, listService, paged, read, rowsOf } from './listService';
import { SHAPES, type Shape } from './shapes';

async function readShape({ pager, template, resource = 'user' }: Shape, count: number) {
	const rows = rowsOf(count);
	const { client, requests } = listService(paged(pager, template, rows));
	const { records, completeness } = await read(client, { resource });
	return { ids: idsOf(records), all: idsOf(rows), requests: requests.length, is: completeness.is };
}

describe('with nothing configured', () => {
	const shapes = SHAPES.map((shape) => [shape.name, shape] as const);

	test.each(shapes)(
		'reads all 250 records in order and knows that these are all: %s',
		async (_, shape) => {
			const { ids, all, ...list } = await readShape(shape, 250);
			expect(ids).toEqual(all);
			expect(list).toEqual({ requests: 3 + (shape.extra ?? 0), is: 'complete' });
		},
	);

	test.each(shapes)(
		'requests a list of one page once, unless it has a token or a position: %s',
		async (_, shape) => {
			const { ids, all, ...list } = await readShape(shape, 7);
			expect(ids).toEqual(all);
			expect(list).toEqual({
				requests: 1 + (shape.probed ?? 0),
				is: shape.isUnsaid ? 'unknown' : 'complete',
			});
		},
	);

	test.each(shapes)('reads an empty list as empty: %s', async (_, shape) => {
		const { ids, requests, is } = await readShape(shape, 0);
		expect(ids).toEqual([]);
		expect(requests).toBeLessThanOrEqual(1 + (shape.probed ?? 0));
		expect(is).toBe('complete');
	});
});
