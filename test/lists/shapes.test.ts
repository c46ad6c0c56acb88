import type { ListOutcome } from '../../nodes/ProjectWorkspace/old/lists/outcome';
import { collectList } from './collectList';
import { fakeService, makeRows } from './fakeService';
import { SHAPES, type Shape } from './shapes';

const SIZE = 100;

/** With nothing configured. */
async function read({ answer, resource = 'user' }: Shape, count: number) {
	const rows = makeRows(count);
	const service = fakeService((query, url) => answer(rows, query, url, SIZE));
	const list = { resource, firstQuery: {}, parallel: 8, fetchPage: service.fetchPage } as const;
	const { records, outcome } = await collectList(list);
	expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
	return { asked: service.asked.length, end: endOf(outcome) };
}

/** With why a list is short. */
const endOf = ({ completeness }: ListOutcome) =>
	completeness.is === 'short' ? completeness : completeness.is;

describe('with nothing configured', () => {
	const shapes = SHAPES.map((shape) => [shape.name, shape] as const);

	test.each(shapes)(
		'reads all 250 records once and in order, and knows that these are all: %s',
		async (_name, shape) => {
			const { extra = 0 } = shape;
			expect(await read(shape, 250)).toEqual({ asked: 3 + extra, end: 'complete' });
		},
	);

	test.each(shapes)(
		'requests a list of one page once, unless it has a cursor, and knows whether it is complete: %s',
		async (_name, shape) => {
			const { probed = 0, unsaid } = shape;
			expect(await read(shape, 7)).toEqual({
				asked: 1 + probed,
				end: unsaid ? 'unknown' : 'complete',
			});
		},
	);

	test.each(shapes)('reads an empty list as empty: %s', async (_name, shape) => {
		const { asked, end } = await read(shape, 0);
		expect(asked).toBeLessThanOrEqual(1 + (shape.probed ?? 0));
		// A cursor that leads to an empty page says nothing of the end.
		expect(end).toBe(shape.unsaid && shape.probed && asked > 1 ? 'unknown' : 'complete');
	});
});
