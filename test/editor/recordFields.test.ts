import { fieldChoices, fieldTitles } from '../../nodes/ProjectWorkspace/editor/recordFields';

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

test('the fields of records are listed, each followed by the fields inside it', () => {
	const records = [{ id: 1 }, { title: 'A', owner: { email: 'a@example.com' }, tags: ['x'] }];
	expect(fieldChoices(records)).toEqual([
		{ name: 'ID', value: 'id' },
		{ name: 'Title', value: 'title' },
		{ name: 'Owner', value: 'owner' },
		{ name: 'Owner › Email', value: 'owner.email' },
		{ name: 'Tags', value: 'tags' },
	]);
});
