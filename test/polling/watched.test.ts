import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../nodes/ProjectWorkspace/errors';
import {
	HASH_LENGTH,
	MAX_WATCHED,
	watchRecords,
} from '../../nodes/ProjectWorkspace/polling/watched';

const hashOf = (record: IDataObject, fields: string[] = []) =>
	watchRecords([{ id: 1, ...record }], 'task', fields).get('1')?.hash;

interface Compared {
	what: string;
	before: IDataObject;
	after: IDataObject;
	fields?: string[];
}

const SAME: Compared[] = [
	{
		what: 'the same time in another zone, and a number as text',
		before: { size: 1, at: '2026-12-31T12:00:00Z' },
		after: { size: '1', at: '2026-12-31T13:00:00.0+01:00' },
	},
	{ what: 'a field without a value', before: { a: 1 }, after: { a: 1, b: null } },
	{
		what: 'another order of fields',
		before: { a: 1, b: { c: 2, d: 3 } },
		after: { b: { d: 3, c: 2 }, a: 1 },
	},
	{ what: 'a time that the service sets', before: { updated_at: '1' }, after: { updated_at: '2' } },
	{
		what: 'a field that is not watched',
		before: { a: 1, b: 1 },
		after: { a: 1, b: 2 },
		fields: ['a'],
	},
	{
		what: 'what is next to a watched field',
		before: { by: { a: 1, b: 1 } },
		after: { by: { a: 1, b: 2 } },
		fields: ['by.a'],
	},
];

const DIFFERENT: Compared[] = [
	{ what: 'another value', before: { title: 'A' }, after: { title: 'B' } },
	{ what: 'a value inside an object', before: { by: { n: 1 } }, after: { by: { n: 2 } } },
	{ what: 'a decimal in text', before: { version: '1.1' }, after: { version: '1.10' } },
	{ what: 'the time of archiving', before: { archived_at: null }, after: { archived_at: '2' } },
	{ what: 'the time of deletion', before: { deleted_at: null }, after: { deleted_at: '2' } },
	{
		what: 'a time that the service sets, if it is watched',
		before: { updated_at: '1' },
		after: { updated_at: '2' },
		fields: ['updated_at'],
	},
	{
		what: 'a watched field by its path',
		before: { by: { a: 1, b: 1 } },
		after: { by: { a: 2, b: 1 } },
		fields: ['by.a'],
	},
];

test.each(SAME)('the hash does not depend on $what', ({ before, after, fields }) => {
	expect(hashOf(after, fields)).toBe(hashOf(before, fields));
});

test.each(DIFFERENT)('the hash depends on $what', ({ before, after, fields }) => {
	expect(hashOf(after, fields)).not.toBe(hashOf(before, fields));
});

test('if hashes change, HASH_FORM has to be increased, as all records would count as changed otherwise', () => {
	const record = { due: '2026-12-31', at: '2026-12-31T12:00Z', by: { id: 5 }, tags: ['a', 1.5] };
	expect(hashOf(record)).toBe('31vWjYHZ');
	expect(hashOf({})).toHaveLength(HASH_LENGTH);
});

test.each<[string, IDataObject[], string]>([
	['without an ID', [{ id: 1 }, { title: 'A' }], 'A record has no ID'],
	[
		'with one ID',
		[
			{ id: 1, project_id: 1 },
			{ id: '1', project_id: 2 },
		],
		'Two records have the ID "1"',
	],
	[
		'that are too many',
		Array.from({ length: MAX_WATCHED + 1 }, (_, id) => ({ id })),
		'The list has more than 50,000 records',
	],
])('records %s are rejected', (_, records, message) => {
	expect(() => watchRecords(records, 'task', [])).toThrow(UserError);
	expect(() => watchRecords(records, 'task', [])).toThrow(message);
});
