import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	countRecords,
	isStandIn,
	MAX_FIELDS,
	recordsOf,
	shapeRecord,
	standIn,
} from '../../nodes/ProjectWorkspace/old/records/record';

const task = { value: 'task', plural: 'tasks' } as const;
const t1 = { id: 't1', title: 'Write' };
const read = (body: unknown, id?: unknown) => recordsOf(body, task, id);

describe('the records of a response that is not a list', () => {
	test.each<[string, unknown, unknown[]]>([
		['a record', t1, [t1]],
		['data', { data: t1 }, [t1]],
		['its name', { task: t1 }, [t1]],
		['its name in capitals', { Task: t1 }, [t1]],
		['its name in the plural', { tasks: [t1] }, [t1]],
		['two records in data', { data: [t1, { id: 't2' }] }, [t1, { id: 't2' }]],
		['an array', [t1], [t1]],
		['two envelopes', { data: { task: t1 }, meta: {} }, [t1]],
		['three envelopes', { response: { data: { tasks: [t1] } } }, [t1]],
		['an envelope with an ID that looks like any other', { id: 'a81', task: t1 }, [t1]],
		['an envelope with a number as its ID', { id: 5, object: 'response', task: t1 }, [t1]],
		['data beside the ID of the request', { id: 'req_1', data: t1 }, [t1]],
		['a list beside the ID of the request', { id: 'req_1', tasks: [t1] }, [t1]],
		['a message', { message: 'Created', task: t1 }, [t1]],
		['company', { success: true, code: 0, status: 'ok', data: t1, errors: [], links: {} }, [t1]],
		['times', { timestamp: 1, request_id: 'x', task: t1 }, [t1]],
		['JSON-RPC', { jsonrpc: '2.0', id: 1, result: t1 }, [t1]],
		['an envelope with an empty field of any name', { task: t1, sprint: null }, [t1]],
		['a record with no ID in an envelope', { task: { title: 'x' } }, [{ title: 'x' }]],
		['a record with a field data', { task: { data: { a: 1 } } }, [{ data: { a: 1 } }]],
		['texts', ['a'], [{ value: 'a' }]],
		['a text', 'done', [{ value: 'done' }]],
		['false', false, [{ value: false }]],
	])('%s', (_, body, records) => {
		expect(read(body)).toEqual(records);
	});

	test.each<object>([
		...[{ task: 'Write' }, { data: ['a'] }, { id: 't1', data: { id: 'd1' } }],
		...[{ task: ['Write'] }, { task: t1, project: { id: 'p1' } }, { task: t1, workflow: 'w1' }],
		...[{ data: 7 }, { id: 't1', items: [{ id: 1 }] }, { id: 't1', project: { id: 'p1' } }],
		{ id: 't1', task: { title: 'without an ID' } },
		{ id: 't1', title: 'x', task: { id: 't2' } },
		{ status: 'queued', task: t1 },
	])('an object with a field of its own stays whole: %j', (body) => {
		expect(read(body)).toEqual([body]);
	});

	test('an object with the ID that was requested is the record', () => {
		const body = { id: 't1', task: { id: 't2' } };
		expect(read(body, 't1')).toEqual([body]);
		expect(read(body, 't2')).toEqual([{ id: 't2' }]);
		expect(read({ ...body, id: 5 }, '5')).toEqual([{ ...body, id: 5 }]);
	});

	test('a run that names its workflow stays a run', () => {
		const run = { id: 'run_1', workflow: { id: 'w1', name: 'x' } };
		const workflow = { value: 'workflow', plural: 'workflows' } as const;
		expect(recordsOf(run, workflow, 'w1', 'run')).toEqual([run]);
		expect(recordsOf({ id: 'a', run: { id: 'r' } }, workflow, 'w1', 'run')).toEqual([{ id: 'r' }]);
	});

	test.each([
		...[undefined, null, '', {}, [], { data: null }, { data: {} }, { data: [] }],
		{ success: true, data: null },
		{ status: 'ok', task: {}, message: '' },
	])('a response that says nothing has none: %j', (body) => {
		expect(read(body, 't1')).toBeUndefined();
	});

	test('the item for it says what was done', () => {
		expect(standIn('updated', 't1')).toEqual({ updated: true, id: 't1' });
		expect(standIn('updated', 7)).toEqual({ updated: true, id: 7 });
		expect(standIn('updated', undefined)).toEqual({ updated: true });
		expect(isStandIn(standIn('updated', 't1'), 'updated')).toBe(true);
		expect(isStandIn(t1, 'updated')).toBe(false);
	});
});

test('a record with an ID keeps all its fields, in any envelope', () => {
	const record = fc
		.dictionary(fc.string(), fc.jsonValue())
		.map((fields) => ({ ...fields, id: 'x1', title: 'own' }));
	const path = fc.constantFrom([], ['task'], ['data'], ['data', 'task'], ['result']);
	fc.assert(
		fc.property(record, path, (inner, names) => {
			const body = names.reduceRight<unknown>((value, name) => ({ [name]: value }), inner);
			expect(read(body)).toEqual([inner]);
		}),
	);
});

describe('simplified', () => {
	test('keeps the ID, the name, then plain values in the order of the service', () => {
		const others = { owner: { id: 2 }, tags: [], empty: '', none: null };
		const record = { a: 1, ...others, title: 'T', b: false, id: 'x' };
		const kept = shapeRecord(record, { mode: 'simplified' });
		expect(Object.keys(kept)).toEqual(['id', 'title', 'a', 'b']);
	});

	test('keeps at most ten fields of any record, and changes no value', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 15, maxKeys: 30 }),
				(fields) => {
					const record = Object.fromEntries(Object.entries(fields)) as never;
					const kept = shapeRecord(record, { mode: 'simplified' });
					expect(Object.keys(kept).length).toBeLessThanOrEqual(MAX_FIELDS);
					for (const [name, value] of Object.entries(kept)) expect(value).toBe(record[name]);
				},
			),
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

test.each<[string | undefined, string]>([
	[undefined, '{"count":5}'],
	// Empty values have their own name.
	['status', '{"count":5,"values":{"open":2,"done":1,"(empty)":2}}'],
	['owner.id', '{"count":5,"values":{"1":1,"2":1,"(empty)":3}}'],
	// A list counts once for each of its entries.
	['labels', '{"count":5,"values":{"a":1,"b":2,"(empty)":2,"__proto__":1}}'],
])('counts records by %s', (field, counts) => {
	expect(JSON.parse(JSON.stringify(countRecords(counted, field)))).toEqual(JSON.parse(counts));
	expect(countRecords([], field)).toEqual(field ? { count: 0, values: {} } : { count: 0 });
});
