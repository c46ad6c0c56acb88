import {
	keyedRecords,
	toRecords,
} from '../../../nodes/ProjectWorkspace/records/envelope/recordShapes';

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

test('the ID next to a record is only kept if the record has none', () => {
	const hits = [
		{ _id: '1', _source: { id: 7 } },
		{ _id: '2', _source: { name: 'B' } },
	];
	expect(toRecords(hits, ['hits'])).toEqual([{ id: 7 }, { _id: '2', name: 'B' }]);
	expect(toRecords([{ document: u1, text_match: 9 }], ['hits'])).toEqual([u1]);
});

test('objects without a common field are not records under their IDs', () => {
	const [anna, ben] = [{ name: 'A' }, { title: 'B' }];
	expect(keyedRecords({ anna, ben }, true)).toBeUndefined();
	expect(keyedRecords({ anna, ben: anna }, true)).toHaveLength(2);
});
