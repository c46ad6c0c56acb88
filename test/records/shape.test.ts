import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { countRecords, MAX_FIELDS, shapeRecord } from '../../nodes/ProjectWorkspace/records/shape';

describe('simplified', () => {
	test('keeps the ID, the name, then plain values in the order of the service', () => {
		expect(
			Object.keys(
				shapeRecord(
					{
						a: 1,
						owner: { id: 2 },
						tags: [],
						empty: '',
						none: null,
						title: 'T',
						b: false,
						id: 'x',
					},
					{ mode: 'simplified' },
				),
			),
		).toEqual(['id', 'title', 'a', 'b']);
	});

	test('keeps at most ten fields of any record, and changes no value', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
				const record = Object.fromEntries(Object.entries(fields)) as never;
				const kept = shapeRecord(record, { mode: 'simplified' });
				expect(Object.keys(kept).length).toBeLessThanOrEqual(MAX_FIELDS);
				for (const [name, value] of Object.entries(kept)) expect(value).toBe(record[name]);
			}),
		);
	});
});

describe('selected fields', () => {
	test.each([
		[['id', 'owner.email'], { id: 1, owner: { email: 'e' } }],
		[['owner.email', 'owner.name'], { owner: { email: 'e', name: 'n' } }],
		[['a.b'], { 'a.b': 'dotted' }],
		[['missing', 'owner.missing', 'id.deep'], {}],
		[['__proto__', 'constructor'], {}],
	])('%j gives %j', (fields, expected) => {
		const record = { id: 1, owner: { email: 'e', name: 'n', age: 3 }, 'a.b': 'dotted' };
		expect(shapeRecord(record, { mode: 'selected', fields })).toEqual(expected);
	});

	test('changes neither the record nor other objects', () => {
		const odd: IDataObject = JSON.parse('{"__proto__":{"x":1}}');
		shapeRecord(odd, { mode: 'selected', fields: ['__proto__.x'] });
		expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
		const record = { owner: { email: 'e', name: 'n' } };
		shapeRecord(record, { mode: 'selected', fields: ['owner.email', 'owner.name'] });
		expect(record).toEqual({ owner: { email: 'e', name: 'n' } });
	});
});

const counted = [
	{ status: 'open', labels: ['a', 'b', 'a'], owner: { id: 1 } },
	{ status: 'open', labels: [], owner: { id: 2 } },
	{ status: 'done', labels: ['b'], owner: null },
	{ status: '' },
	{ status: null, labels: ['__proto__'] },
];

test('counts records', () => {
	expect(countRecords(counted, undefined)).toEqual({ count: 5 });
	expect(countRecords([], 'status')).toEqual({ count: 0, values: {} });
});

test('counts records by the values of a field; empty values have their own name', () => {
	expect(countRecords(counted, 'status')).toEqual({
		count: 5,
		values: { open: 2, done: 1, '(empty)': 2 },
	});
	expect(countRecords(counted, 'owner.id')).toEqual({
		count: 5,
		values: { '1': 1, '2': 1, '(empty)': 3 },
	});
});

test('a list counts once for each of its entries', () => {
	const { values } = countRecords(counted, 'labels');
	expect(JSON.parse(JSON.stringify(values))).toEqual(
		JSON.parse('{"a":1,"b":2,"(empty)":2,"__proto__":1}'),
	);
});
