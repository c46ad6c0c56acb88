import {
	fieldChoices,
	mappableFields,
	fieldTitles,
	MAX_OFFERED,
} from '../../nodes/ProjectWorkspace/old/editor/recordFields';

test.each([
	['due_date', 'Due Date'],
	['dueDate', 'Due Date'],
	['project_id', 'Project ID'],
	['avatarUrl', 'Avatar URL'],
	['part2Uuid', 'Part2 UUID'],
	['api-key', 'API Key'],
	['Größe', 'Größe'],
	['___', '___'],
])('the label of %s is %s', (name, title) => {
	expect(fieldTitles([{ [name]: 1 }]).get(name)).toBe(title);
});

test('fields that would have the same label keep their names', () => {
	expect([...fieldTitles([{ due_date: 1, dueDate: 1 }, { title: 'A' }])]).toEqual([
		['due_date', 'due_date'],
		['dueDate', 'dueDate'],
		['title', 'Title'],
	]);
});

test('a field without a name is not offered', () => {
	const records = [{ id: 1, '': 'x', ' ': 'y', inner: { '': 1 } }];
	expect(fieldChoices(records).map(({ value }) => value)).toEqual(['id', 'inner']);
	expect(mappableFields(records).map(({ id }) => id)).toEqual(['id', 'inner']);
});

test('the fields of records are listed, each followed by the fields inside it', () => {
	const records = [{ id: 1 }, { title: 'A', owner: { email: 'a@example.com' }, tags: ['x'] }];
	expect(fieldChoices(records)).toEqual([
		{ name: 'ID', value: 'id' },
		{ name: 'Title', value: 'title' },
		{ name: 'Owner', value: 'owner' },
		{ name: 'Owner › Email (owner.email)', value: 'owner.email' },
		{ name: 'Tags', value: 'tags' },
	]);
});

test('each field of the records becomes a column, with the type of its values', () => {
	const fields = mappableFields([
		{
			...{ id: 't1', title: 'A', done: false, points: 3, day: '2026-12-31' },
			...{ due: '2026-12-31T12:00:00Z', tags: ['x'], owner: { id: 1 }, mixed: [] },
		},
		{ id: 't2', title: 'B', extra: null, points: 'many', mixed: 'x' },
	]);
	expect(fields.map(({ id, type, canBeUsedToMatch }) => [id, type, canBeUsedToMatch])).toEqual([
		['id', 'string', true],
		['title', 'string', true],
		['done', 'boolean', true],
		['points', undefined, true],
		['day', 'string', true],
		['due', 'dateTime', true],
		['tags', 'array', false],
		['owner', 'object', false],
		['mixed', undefined, true],
		['extra', undefined, true],
	]);
});

test.each(['id', 'uuid', 'created_at', 'updatedAt', 'deleted_on'])('%s is read-only', (name) => {
	expect(mappableFields([{ [name]: 'x' }])[0]?.readOnly).toBe(true);
});

test('of records with more names than a person looks through, the first fields are offered at once', () => {
	const wide = (start: number) =>
		Object.fromEntries(Array.from({ length: 9_990 }, (_, at) => [`field_${start + at}`, 1]));
	const records = Array.from({ length: 10 }, (_, at) => wide(at * 9_990));
	const began = process.cpuUsage().user;
	expect(mappableFields(records)).toHaveLength(MAX_OFFERED);
	expect(fieldChoices(records)).toHaveLength(MAX_OFFERED);
	const nested = fieldChoices([{ id: 1, ...Object.fromEntries(records.entries()) }]);
	expect(nested).toHaveLength(MAX_OFFERED);
	// In milliseconds. Comparing each name with each other one would take minutes.
	expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(5_000);
});
