import type { JsonObject } from '../../nodes/ProjectWorkspace/records/value';
import { recordLabel } from '../../nodes/ProjectWorkspace/records/recordLabel';

const API = 'https://api.example.com/v1/tasks/1';

test.each<[JsonObject, ReturnType<typeof recordLabel>]>([
	[
		{ id: 7, title: 'Write' },
		{ id: 7, name: 'Write (7)' },
	],
	[
		{ id: 1, first_name: 'Ada', lastName: 'Lovelace' },
		{ id: 1, name: 'Ada Lovelace (1)' },
	],
	[{ id: 'only' }, { id: 'only', name: 'only' }],
	[
		{ id: 'k', name: '  ' },
		{ id: 'k', name: 'k' },
	],
	[
		{ id: 1, url: API },
		{ id: 1, name: '1' },
	],
	[
		{ id: 1, url: 'http://x.org', permalink: 'javascript:alert(1)' },
		{ id: 1, name: '1' },
	],
	[{ name: 'No ID' }, undefined],
])('%j is shown as %j', (record, label) => {
	expect(recordLabel(record, 'task')).toEqual(label);
});

test.each<[string, (record: JsonObject) => unknown, string]>([
	[
		'ID in a list',
		(record) => recordLabel(record, 'task')?.id,
		'id _id gid sid uuid guid uid key slug task_id task-key',
	],
	[
		'title in a list',
		(record) => recordLabel({ ...record, id: 'x' }, 'task')?.name.replace(' (x)', ''),
		'name FullName display_name title subject summary label email username key slug',
	],
	[
		'page in a list',
		(record) => recordLabel({ ...record, id: 'x' }, 'task')?.url,
		'html_url web_url PageUrl app_url permalink url',
	],
])('the %s is read from the first of these fields', (_, read, fields) => {
	const names = fields.split(' ');
	const valueOf = (name: string) => `https://x.org/${name}`;
	for (const [at, first] of names.entries()) {
		const others = names.slice(at).reverse();
		const record = Object.fromEntries(others.map((name) => [name, valueOf(name)]));
		expect(read(record)).toBe(valueOf(first));
	}
});
