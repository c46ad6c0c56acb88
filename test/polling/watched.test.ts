import type { IDataObject } from 'n8n-workflow';

import {
	HASH_LENGTH,
	HASH_VERSION,
	watchedRecords,
} from '../../nodes/ProjectWorkspace/polling/watched';
import { parseJson } from '../../nodes/ProjectWorkspace/records/json';

const hashOf = (record: IDataObject, fields: string[] = [], ignored: string[] = []) => {
	const watched = watchedRecords([{ id: 1, ...record }], 'task', { fields, ignored });
	return watched.ok ? watched.value.get('1')?.hash : undefined;
};

test('a hash has the length that the state expects', () => {
	expect(hashOf({ title: 'A' })).toHaveLength(HASH_LENGTH);
});

test.each<[string, IDataObject, IDataObject, string[], boolean]>([
	['another value', { title: 'A' }, { title: 'B' }, [], false],
	[
		'another form',
		{ size: 1, at: '2026-12-31T12:00:00Z' },
		{ size: '1', at: '2026-12-31T13:00:00.0+01:00' },
		[],
		true,
	],
	[
		'a day as its midnight, and a reference as its object',
		{ due: '2026-12-31', by: 5, done: 'true' },
		{ due: '2026-12-31T00:00:00.000Z', by: { id: 5 }, done: true },
		[],
		true,
	],
	['another record in a reference', { by: 5 }, { by: { id: 6 } }, [], false],
	['another number of decimals in text', { version: '1.1' }, { version: '1.10' }, [], false],
	['a field without a value', { a: 1 }, { a: 1, b: null }, [], true],
	['a field more', { title: 'A' }, { title: 'A', done: true }, [], false],
	['another value inside an object', { by: { n: 1 } }, { by: { n: 2 } }, [], false],
	['another order of fields', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, [], true],
	['a time that the service sets', { updated_at: '1' }, { updated_at: '2' }, [], true],
	['that time, if chosen', { updated_at: '1' }, { updated_at: '2' }, ['updated_at'], false],
	['the time of archiving', { archived_at: '1' }, { archived_at: '2' }, [], false],
	['the time of deletion', { deleted_at: null }, { deleted_at: '2' }, [], false],
	['a field that is not watched', { a: 1, b: 1 }, { a: 1, b: 2 }, ['a'], true],
	['a watched field', { a: 1, b: 1 }, { a: 2, b: 1 }, ['a'], false],
	['a watched field by its path', { by: { a: 1, b: 1 } }, { by: { a: 2, b: 1 } }, ['by.a'], false],
	['what is next to that field', { by: { a: 1, b: 1 } }, { by: { a: 1, b: 2 } }, ['by.a'], true],
])('%s: same hash or not', (_, before, after, fields, isSame) => {
	expect(hashOf(before, fields) === hashOf(after, fields)).toBe(isSame);
});

test.each([
	['[]', '[]'],
	['["price"]', '[]'],
	['["by.price"]', '[]'],
	['[]', '["by.title"]'],
])('a change in the last digit of a long decimal: fields %s, ignored %s', (fields, ignored) => {
	const settings = {
		fields: JSON.parse(fields) as string[],
		ignored: JSON.parse(ignored) as string[],
	};
	const hashes = ['0.123456789012345678', '0.123456789012345679'].map((price) => {
		const record = parseJson(`{"id":1,"price":${price},"by":{"title":"A","price":${price}}}`);
		const watched = watchedRecords([record as IDataObject], 'task', settings);
		return watched.ok && watched.value.get('1')?.hash;
	});
	expect(hashes[0]).not.toBe(hashes[1]);
});

test('if hashes change, so does their version, so that the next poll does not tell all records as changed', () => {
	const record = {
		due: '2026-12-31',
		at: '2026-12-31T12:00Z',
		by: { id: 5 },
		size: 1.5,
		tags: ['a'],
	};
	expect([HASH_VERSION, hashOf(record)]).toEqual([3, 'g48_Vyhp']);
});

test('a value that moves to another watched field is a change', () => {
	expect(hashOf({ a: 'x' }, ['a', 'b'])).not.toBe(hashOf({ b: 'x' }, ['a', 'b']));
});

test('IDs keep their type', () => {
	const watched = watchedRecords([{ id: 7 }, { id: '8' }], 'task', { fields: [], ignored: [] });
	expect(watched.ok && [...watched.value.values()].map(({ id }) => id)).toEqual([7, '8']);
});

test.each([
	[[{ id: 1 }, { title: 'Without' }], /^A record has no ID/],
	[[{ id: 2 ** 53 }], /^A record has no ID/],
	[
		[
			{ id: 1, title: 'A' },
			{ id: 1, title: 'B' },
		],
		/^Two different records have the ID "1"/,
	],
])('%j are rejected', (records: IDataObject[], message) => {
	const watched = watchedRecords(records, 'task', { fields: [], ignored: [] });
	expect(!watched.ok && watched.problem.message).toMatch(message);
});

test('two records with one ID are told apart by all of their fields, watched or not', () => {
	const records = [
		{ id: 1, folder_id: 'f1', status: 'open', updated_at: '1' },
		{ id: 1, folder_id: 'f2', status: 'open', updated_at: '1' },
	];
	const settings = { fields: ['status'], ignored: [] };
	const watched = watchedRecords(records, 'task', settings);
	expect(!watched.ok && watched.problem.message).toMatch(/^Two different records have the ID "1"/);
	// The service has touched it between two requests.
	const touched = records.map((record, at) => ({ ...record, folder_id: 'f1', updated_at: at }));
	expect(watchedRecords(touched, 'task', settings).ok).toBe(true);
});

test.each([
	[[], [{ id: 1 }, { id: 1 }]],
	[
		['link'],
		[
			{ id: 1, link: 'signed 1' },
			{ id: 1, link: 'signed 2' },
		],
	],
])(
	'a record that is in the list twice counts once, also if ignored fields (%j) differ',
	(ignored, records: IDataObject[]) => {
		const watched = watchedRecords(records, 'task', { fields: [], ignored });
		expect(watched.ok && watched.value.size).toBe(1);
	},
);
