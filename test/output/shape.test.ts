import fc from 'fast-check';

import { BUDGET, withinBudget } from '../../nodes/ProjectWorkspace/output/budget';
import { MOST_FIELDS, shapeRecord } from '../../nodes/ProjectWorkspace/output/shape';

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
				expect(Object.keys(kept).length).toBeLessThanOrEqual(MOST_FIELDS);
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

	test('leaves the record itself as it was', () => {
		const record = { owner: { email: 'e', name: 'n' } };
		shapeRecord(record, { mode: 'selected', fields: ['owner.email', 'owner.name'] });
		expect(record).toEqual({ owner: { email: 'e', name: 'n' } });
	});
});

describe('the budget of an answer to an AI agent', () => {
	test('leaves a short answer alone', () => {
		expect(withinBudget([{ id: 1 }])).toEqual([{ id: 1 }]);
	});

	test('says how many more there are, in the last record', () => {
		const records = Array.from({ length: 80 }, (_, id) => ({ id }));
		const kept = withinBudget(records);
		expect(kept).toHaveLength(BUDGET.records + 1);
		expect(kept.at(-1)?.notice).toMatch(/^30 more records/);
	});

	test('always keeps the first record, however long', () => {
		const long = { text: 'x'.repeat(BUDGET.characters) };
		expect(withinBudget([long, long])).toEqual([
			long,
			{ notice: expect.stringMatching(/^1 more/) },
		]);
	});
});
