import { fieldChoices, fieldTitles } from '../../nodes/ProjectWorkspace/editor/recordFields';

test.each([
	['due_date', 'Due Date'],
	['dueDate', 'Due Date'],
	['project_id', 'Project ID'],
	['avatarUrl', 'Avatar URL'],
	['title', 'Title'],
	['Größe', 'Größe'],
	['___', '___'],
])('%s is called %s', (name, title) => {
	expect(fieldTitles([name]).get(name)).toBe(title);
});

test('two names that would be called the same stay as they are', () => {
	expect([...fieldTitles(['due_date', 'dueDate', 'title'])]).toEqual([
		['due_date', 'due_date'],
		['dueDate', 'dueDate'],
		['title', 'Title'],
	]);
});

test('fields of records can be chosen, and those inside their objects', () => {
	const records = [{ id: 1 }, { title: 'A', owner: { email: 'a@example.com' }, tags: ['x'] }];
	expect(fieldChoices(records)).toEqual([
		{ name: 'ID', value: 'id' },
		{ name: 'Title', value: 'title' },
		{ name: 'Owner', value: 'owner' },
		{ name: 'Owner › Email', value: 'owner.email' },
		{ name: 'Tags', value: 'tags' },
	]);
});
