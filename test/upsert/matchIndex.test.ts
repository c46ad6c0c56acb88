import fc from 'fast-check';

import { createMatchIndex, keyOf } from '../../nodes/ProjectWorkspace/upsert/matchIndex';

const records = [
	{ id: 1, key: 'A', year: 2026 },
	{ id: 2, key: 'B', year: 2026 },
	{ id: 3, key: 'A', year: 2027 },
];
const idsOf = (found: ReadonlyArray<{ id?: unknown }>) => found.map(({ id }) => id);

test('finds every record that holds the values, in the order of the list', () => {
	expect(idsOf(createMatchIndex(records, ['key']).find(['A']))).toEqual([1, 3]);
	expect(idsOf(createMatchIndex(records, ['key', 'year']).find(['A', 2027]))).toEqual([3]);
	expect(createMatchIndex(records, ['key']).find(['C'])).toEqual([]);
});

test('a number is found by its text: a spreadsheet knows no difference', () => {
	expect(idsOf(createMatchIndex(records, ['year']).find(['2027']))).toEqual([3]);
});

test('one moment is found however it is written', () => {
	const index = createMatchIndex([{ id: 1, due: '2026-12-31T12:00:00Z' }], ['due']);
	expect(idsOf(index.find(['2026-12-31T13:00:00.000+01:00']))).toEqual([1]);
});

test('keeps up with what is added and replaced', () => {
	const index = createMatchIndex(records, ['key']);
	index.add({ id: 4, key: 'C' });
	expect(idsOf(index.find(['C']))).toEqual([4]);
	const [second] = index.find(['B']);
	index.replace(second ?? {}, { id: 2, key: 'C' });
	expect(index.find(['B'])).toEqual([]);
	expect(idsOf(index.find(['C']))).toEqual([4, 2]);
});

test('two lists of texts have one key only if they are the same', () => {
	const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
	fc.assert(
		fc.property(texts, texts, (left, right) => {
			expect(keyOf(left) === keyOf(right)).toBe(JSON.stringify(left) === JSON.stringify(right));
		}),
	);
});
