import { sortRecords } from '../../nodes/ProjectWorkspace/records/order';

const sorted = (values: unknown[], direction: 'asc' | 'desc' = 'asc') =>
	sortRecords(
		values.map((value) => ({ value }) as never),
		[{ name: 'value', direction }],
	).map(({ value }) => value);

test.each([
	['numbers by their size', [10, 9, -1, 2.5], [-1, 2.5, 9, 10]],
	['numbers in texts by their size', ['9.8', '100.00', '10.50'], ['9.8', '10.50', '100.00']],
	['numbers and their texts together', [8, '9', '-1'], ['-1', 8, '9']],
	['text as a person would', ['b', 'item 10', 'A', 'item 2'], ['A', 'b', 'item 2', 'item 10']],
	[
		'times by the clock',
		['2026-11-02T00:00:00+02:00', '2026-11-01T23:00:00Z', '2026-11-01'],
		['2026-11-01', '2026-11-02T00:00:00+02:00', '2026-11-01T23:00:00Z'],
	],
	['what has no value last', ['', null, 'a', undefined], ['a', '', null, undefined]],
])('sorts %s', (_, values, expected) => {
	expect(sorted(values)).toEqual(expected);
});

test('records without a value are last in descending order, too', () => {
	expect(sorted([null, 1, 3, 2], 'desc')).toEqual([3, 2, 1, null]);
});

test('the next field decides between equal ones, and equal records keep their order', () => {
	const records = [
		{ id: 1, list: { name: 'B' }, due: 2 },
		{ id: 2, list: { name: 'A' }, due: 1 },
		{ id: 3, list: { name: 'B' }, due: 3 },
		{ id: 4, list: { name: 'B' }, due: 3 },
	];
	const by = sortRecords(records, [
		{ name: 'list.name', direction: 'asc' },
		{ name: 'due', direction: 'desc' },
	]);
	expect(by.map(({ id }) => id)).toEqual([2, 3, 4, 1]);
});
