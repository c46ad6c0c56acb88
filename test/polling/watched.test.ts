import type { IDataObject } from 'n8n-workflow';

import {
	HASH_LENGTH,
	HASH_VERSION,
	watchedRecords,
} from '../../nodes/ProjectWorkspace/old/polling/watched';
import { parseJson } from '../../nodes/ProjectWorkspace/old/records/json';

const hashOf = (record: IDataObject, fields: string[] = [], ignored: string[] = []) => {
	const watched = watchedRecords([{ id: 1, ...record }], 'task', { fields, ignored });
	return watched.ok ? watched.value.get('1')?.hash : undefined;
};

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
	['a value that moves to another watched field', { a: 'x' }, { b: 'x' }, ['a', 'b'], false],
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
	expect([HASH_VERSION, HASH_LENGTH, hashOf(record)]).toEqual([3, 8, 'g48_Vyhp']);
});

const idTwice = /^Two different records have the ID "1"/;
const inFolders = ['f1', 'f2'].map((folder_id) => ({ id: 1, folder_id, status: 'open' }));
const signed = [1, 2].map((link) => ({ id: 1, link }));

test.each<[string, IDataObject[], { fields?: string[]; ignored?: string[] }, RegExp | undefined]>([
	['without an ID', [{ id: 1 }, { title: 'Without' }], {}, /^A record has no ID/],
	['with a rounded ID', [{ id: 2 ** 53 }], {}, /^A record has no ID/],
	['with one ID', signed, {}, idTwice],
	['with one ID, also in fields that are not watched', inFolders, { fields: ['status'] }, idTwice],
	['twice', [{ id: 1 }, { id: 1 }], {}, undefined],
	['twice, except for ignored fields', signed, { ignored: ['link'] }, undefined],
	[
		'twice, touched by the service in between',
		[{ id: 1 }, { id: 1, updated_at: '2' }],
		{},
		undefined,
	],
])('records %s', (_, records, given, message) => {
	const watched = watchedRecords(records, 'task', { fields: [], ignored: [], ...given });
	if (message) expect(!watched.ok && watched.problem.message).toMatch(message);
	else expect(watched.ok && watched.value.size).toBe(1);
});
