import fc from 'fast-check';

import { orderOf, sortRecords } from '../../nodes/ProjectWorkspace/old/records/order';

const sorted = (values: unknown[], direction: 'asc' | 'desc' = 'asc') =>
	sortRecords(
		values.map((value) => ({ value }) as { value: string }),
		[{ name: 'value', direction }],
	).map(({ value }) => value);

test.each([
	['numbers by their size', [10, 9, -1, 2.5], [-1, 2.5, 9, 10]],
	['numbers in texts by their size', ['1.5', '1.25', '1.3'], ['1.25', '1.3', '1.5']],
	[
		'decimals of any length',
		['9.8', '100.00', '10.50', '9.75'],
		['9.75', '9.8', '10.50', '100.00'],
	],
	['negative numbers in texts', ['-1', '3', '-5'], ['-5', '-1', '3']],
	['numbers and their texts together', [8, '9', '-1'], ['-1', 8, '9']],
	[
		'numbers with all digits',
		['-9007199254740993', '9007199254740993', '9007199254740992', '0.1e+999', '1e+999'],
		['-9007199254740993', '9007199254740992', '9007199254740993', '0.1e+999', '1e+999'],
	],
	['codes with leading zeros as text', ['10', '007', 'a'], ['10', '007', 'a']],
	['days as people write them', ['02.01.2027', '01.12.2026'], ['01.12.2026', '02.01.2027']],
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

test('for any values, no record is lost, and the order does not depend on the input order', () => {
	const value = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null));
	fc.assert(
		fc.property(fc.uniqueArray(value, { selector: String }), (values) => {
			const once = sorted(values);
			expect([...once].map(String).sort()).toEqual([...values].map(String).sort());
			expect(sorted(once)).toEqual(once);
		}),
	);
});

test.each<[unknown, unknown, number | undefined]>([
	[4, '5', -1],
	['10', 9, 1],
	['2026-12-31', '2027-01-01', -1],
	// The last evening of the year in New York.
	['2026-12-31', '2027-01-01T03:00:00Z', 0],
	['2027-01-01T03:00:00Z', '2026-12-31', 0],
	['2026-12-31T12:00:00.123456Z', '2026-12-31T12:00:00.123457Z', -1],
	['2026-12-31T12:00:00Z', '2026-12-31T07:00:00', 0],
	['2026-12-31T12:00:00', '2026-12-31T12:00:00Z', 0],
	[1798718400000, '2026-12-31T12:00:00Z', 0],
	['1798718400000', '2026-12-31T12:00:01Z', -1],
	['1798718400', '2026-12-31T12:00:00Z', 0],
	['31.12.2026', '2026-12-31', 0],
	['2026/12/31 10:00', '2026-12-31', 0],
	['Thu, 31 Dec 2026 12:00:00 GMT', '2026-12-31T12:00:00Z', 0],
	['12/31/2026', '2026-12-31', undefined],
	['high', '5', undefined],
	['', '5', undefined],
	[true, '5', undefined],
])('the order of %j and %j: %p', (one, other, expected) => {
	const order = orderOf(one, other, 'America/New_York');
	expect(order === undefined ? order : Math.sign(order)).toBe(expected);
});
