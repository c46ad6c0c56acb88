import { countRecords } from '../../nodes/ProjectWorkspace/records/count';

const records = [
	{ status: 'open', labels: ['a', 'b', 'a'], owner: { id: 1 } },
	{ status: 'open', labels: [], owner: { id: 2 } },
	{ status: 'done', labels: ['b'], owner: null },
	{ status: '' },
	{ status: null, labels: ['__proto__'] },
];

test('counts records', () => {
	expect(countRecords(records, undefined)).toEqual({ count: 5 });
	expect(countRecords([], 'status')).toEqual({ count: 0, values: {} });
});

test('counts records by the values of a field; empty values have their own name', () => {
	expect(countRecords(records, 'status')).toEqual({
		count: 5,
		values: { open: 2, done: 1, '(empty)': 2 },
	});
	expect(countRecords(records, 'owner.id')).toEqual({
		count: 5,
		values: { '1': 1, '2': 1, '(empty)': 3 },
	});
});

test('a list counts once for each of its entries', () => {
	const { values } = countRecords(records, 'labels');
	expect(JSON.parse(JSON.stringify(values))).toEqual(
		JSON.parse('{"a":1,"b":2,"(empty)":2,"__proto__":1}'),
	);
});
