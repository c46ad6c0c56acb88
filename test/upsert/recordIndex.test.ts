import { parseJson } from '../../nodes/ProjectWorkspace/records/json';
import { RecordIndex } from '../../nodes/ProjectWorkspace/upsert/recordIndex';

const records = [
	{ id: 1, key: 'A', year: 2026 },
	{ id: 2, key: 'B', year: 2026 },
	{ id: 3, key: 'A', year: 2027 },
];
const index = (fields: string[], list: Array<Record<string, string | number | null>> = records) =>
	new RecordIndex(list, fields, 'task');
const idsOf = (found: { records: ReadonlyArray<{ id?: unknown }> }) =>
	found.records.map(({ id }) => id);

test('finds every record that has the values, in the order of the list', () => {
	expect(idsOf(index(['key']).find(['A']))).toEqual([1, 3]);
	expect(idsOf(index(['key', 'year']).find(['A', 2027]))).toEqual([3]);
	expect(idsOf(index(['key', 'year']).find(['A', '2027']))).toEqual([3]);
	expect(idsOf(index(['key']).find(['C']))).toEqual([]);
});

test('records that lack a field are not found by it, and records without an ID are found', () => {
	const found = index(['key'], [{ id: 1 }, { id: 2, key: null }, { key: 'A' }]);
	expect(idsOf(found.find(['null']))).toEqual([]);
	expect(found.find(['A']).records).toEqual([{ key: 'A' }]);
});

test('takes in what was written: a new record, or the new state of one that is there', () => {
	const kept = index(['key']);
	kept.put({ id: 4, key: 'A' });
	kept.put({ id: 3, key: 'A', year: 2028 });
	expect(kept.find(['A']).records).toEqual([
		{ id: 1, key: 'A', year: 2026 },
		{ id: 3, key: 'A', year: 2028 },
		{ id: 4, key: 'A' },
	]);
	kept.put({ id: 5, key: 'A' }, { onlyReplace: true });
	expect(idsOf(kept.find(['A']))).toEqual([1, 3, 4]);
});

test('one ID in two projects is two records', () => {
	const kept = index(
		['key'],
		[
			{ id: 1, key: 'A' },
			{ id: 1, key: 'B' },
		],
	);
	kept.put({ id: 1, key: 'B', title: 'New' });
	expect(kept.find(['A']).records).toEqual([{ id: 1, key: 'A' }]);
});

test('neighbors beyond 2^53 are two records, and a rounded number is reported', () => {
	const read = parseJson(
		'[{"id":1,"key":9007199254740992},{"id":2,"key":"9007199254740993"},{"id":3,"key":9007199254740995.0}]',
	) as typeof records; // as written above
	expect(idsOf(new RecordIndex(read, ['key'], 'task').find(['9007199254740993']))).toEqual([2]);
	expect(new RecordIndex(read, ['key'], 'task').find(['9007199254740995'])).toEqual({
		records: [],
		undecided: true,
	});
});

test('of two records without an ID, neither takes the place of the other', () => {
	const kept = index(['key'], [{ key: 'A', n: 1 }]);
	kept.put({ key: 'A', n: 2 });
	expect(kept.find(['A']).records).toEqual([
		{ key: 'A', n: 1 },
		{ key: 'A', n: 2 },
	]);
});
