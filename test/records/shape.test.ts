import fc from 'fast-check';

import { shapeRecord } from '../../nodes/ProjectWorkspace/records/shape';
import type { JsonObject } from '../../nodes/ProjectWorkspace/records/value';

const t1 = { id: 't1', title: 'Write' };

test('raw is the record as it is', () => {
	expect(shapeRecord(t1, { mode: 'raw' })).toBe(t1);
});

test('simplified has the ID, the name, then simple values in the order of the service', () => {
	const others = { owner: { id: 2 }, tags: [], empty: '', none: null };
	const record = { a: 1, ...others, title: 'T', b: false, id: 'x' };
	expect(Object.keys(shapeRecord(record, { mode: 'simplified' }))).toEqual([
		'id',
		'title',
		'a',
		'b',
	]);
});

test.each<[string, object, object]>([
	[
		'JSON:API',
		{ type: 'tasks', id: '1', attributes: { title: 'A', id: 'x' }, links: {} },
		{ id: '1', title: 'A', type: 'tasks' },
	],
	[
		'Airtable',
		{ id: 'rec1', fields: { Name: 'A', Done: true } },
		{ id: 'rec1', Name: 'A', Done: true },
	],
	['a record of objects alone', { owner: { id: 2 } }, { owner: { id: 2 } }],
	[
		'a record whose fields are all empty, up to ten',
		Object.fromEntries([...'abcdefghijklm'].map((name) => [name, ''])),
		Object.fromEntries([...'abcdefghij'].map((name) => [name, ''])),
	],
])('simplified keeps the fields of %s', (_, record, expected) => {
	const kept = shapeRecord(record as JsonObject, { mode: 'simplified' });
	expect(Object.entries(kept)).toEqual(Object.entries(expected));
});

test('simplified has at most ten fields of any record, and changes no value', () => {
	const anyRecord = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 15, maxKeys: 30 });
	fc.assert(
		fc.property(anyRecord, (fields) => {
			const record = Object.fromEntries([['id', 1], ...Object.entries(fields)]) as never;
			const kept = Object.entries(shapeRecord(record, { mode: 'simplified' }));
			expect(kept.length).toBeLessThanOrEqual(10);
			for (const [name, value] of kept) expect(value).toBe(record[name]);
		}),
	);
});

test.each([
	[
		['owner.email', 'owner'],
		{ id: 1, 'owner.email': 'e', owner: { email: 'e', name: 'n', age: 3 } },
	],
	[['a.b'], { id: 1, 'a.b': 'dotted' }],
	[['missing', 'owner.missing', 'id.deep', '__proto__', 'constructor'], { id: 1 }],
])('the selected fields %j are %j', (fields, expected) => {
	const record = { id: 1, owner: { email: 'e', name: 'n', age: 3 }, 'a.b': 'dotted' };
	expect(shapeRecord(record, { mode: 'selected', fields })).toEqual(expected);
});

test('an agent always gets the ID', () => {
	const record = { slug: 'write', ...t1, owner: 'u1' };
	const shape = { mode: 'selected', fields: ['title'] } as const;
	expect(shapeRecord(record, shape)).toEqual({ slug: 'write', ...t1 });
});
