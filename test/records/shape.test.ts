import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	BUDGET,
	countRecords,
	MAX_FIELDS,
	shapeRecord,
	withinBudget,
} from '../../nodes/ProjectWorkspace/records/shape';

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

describe('the budget of a response to an AI agent', () => {
	test('does not change a short response', () => {
		expect(withinBudget([{ id: 1 }])).toEqual([{ id: 1 }]);
	});

	test('says how many more there are, in the last record', () => {
		const records = Array.from({ length: 80 }, (_, id) => ({ id }));
		const kept = withinBudget(records);
		expect(kept).toHaveLength(BUDGET.records + 1);
		expect(kept.at(-1)?.notice).toMatch(/^30 more records/);
	});

	test('gives the cursor to continue from, counted from the beginning of the list', () => {
		const records = Array.from({ length: 80 }, (_, id) => ({ id }));
		expect(withinBudget(records, { skipped: 100, more: false }).at(-1)).toEqual({
			notice: expect.stringMatching(/'Skip' set to 150/),
			cursor: 150,
		});
		expect(withinBudget([{ id: 1 }], { skipped: 0, more: true }).at(-1)).toEqual({
			notice: expect.stringMatching(/^There are more records/),
			cursor: 1,
		});
	});

	test('hides no record: reading with each cursor returns each record once', () => {
		const list = fc.array(fc.record({ text: fc.string({ maxLength: 9_000 }) }), { maxLength: 120 });
		fc.assert(
			fc.property(list, (records) => {
				const shown: unknown[] = [];
				let skip: number | undefined = 0;
				while (skip !== undefined) {
					const part = withinBudget(records.slice(skip), { skipped: skip, more: false });
					const last: { cursor?: unknown } | undefined = part.at(-1);
					skip = typeof last?.cursor === 'number' ? last.cursor : undefined;
					shown.push(...(skip === undefined ? part : part.slice(0, -1)));
				}
				expect(shown).toEqual(records);
			}),
			{ numRuns: 30 },
		);
	});

	test('always keeps the first record, however long', () => {
		const long = { text: 'x'.repeat(BUDGET.characters) };
		expect(withinBudget([long, long])).toEqual([
			long,
			{ notice: expect.stringMatching(/^1 more/) },
		]);
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
