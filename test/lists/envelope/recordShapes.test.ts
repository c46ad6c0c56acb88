import { findRecords } from '../../../nodes/ProjectWorkspace/lists/envelope/findRecords';
import {
	keyedRecords,
	toRecords,
} from '../../../nodes/ProjectWorkspace/lists/envelope/recordShapes';

const u1 = { id: 'u1', name: 'A' };
const u2 = { id: 'u2', name: 'B' };

test.each<[string, unknown[], unknown[]]>([
	['the only field of each, named for a resource', [{ user: u1 }, { user: u2 }], [u1, u2]],
	['not where one has another field', [{ user: u1 }, { user: u2, role: 'x' }], []],
	['not where each has another field', [{ user: u1, role: 'x' }], []],
	['not under a name that is no resource', [{ colour: u1 }], []],
	['not where it has no ID', [{ user: { name: 'A' } }], []],
])('a record in each element: %s', (_, list, inner) => {
	expect(toRecords(list, ['data'])).toEqual(inner.length > 0 ? inner : list);
});

test('the ID next to a record is kept only where the record has none', () => {
	const hits = [
		{ _id: '1', _source: { id: 7 } },
		{ _id: '2', _source: { name: 'B' } },
	];
	expect(toRecords(hits, ['hits'])).toEqual([{ id: 7 }, { _id: '2', name: 'B' }]);
});

test('objects that share no field are no records under their IDs', () => {
	const [anna, ben] = [{ name: 'A' }, { title: 'B' }];
	expect(keyedRecords({ anna, ben }, true)).toBeUndefined();
	expect(keyedRecords({ anna, ben: anna }, true)).toHaveLength(2);
});

test.each<[string, object]>([
	['a record of its own kind', { id: 'u0', total: 1, user: u1 }],
	['a list that is null', { id: 'u0', total: 1, users: null }],
])('a record with %s in it is the record', (_, body) => {
	expect(findRecords(body, 'user')).toMatchObject({ kind: 'records', records: [body] });
});

test('plain values next to the one record are not what was requested', () => {
	const body = { user: u1, colours: ['red'] };
	expect(findRecords(body, 'user')).toMatchObject({ kind: 'records', records: [u1] });
});

test('records in another place than on the first page are rejected, and both places are named', () => {
	expect(findRecords({ other: [u1] }, 'user', ['data'])).toMatchObject({
		kind: 'refused',
		message: 'This page has its records in other, and the first page had them in data',
		candidates: ['other'],
	});
});
