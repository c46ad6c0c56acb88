import {
	isRecord,
	isSetByService,
	plainName,
	projectOf,
	recordId,
	recordKey,
	recordLabel,
} from '../../nodes/ProjectWorkspace/records/fields';

test.each(['display_name', 'displayName', 'Display-Name', 'DISPLAY NAME'])(
	'%s is one name',
	(name) => {
		expect(plainName(name)).toBe('displayname');
	},
);

describe('the ID of a task', () => {
	test.each([
		['its own', { id: 't1', task_id: 'x', _id: 'y' }, 't1'],
		['a number', { id: 7 }, 7],
		['of MongoDB', { _id: 'a1' }, 'a1'],
		['under the name of the resource', { taskId: 't1', uuid: 'u' }, 't1'],
		['of Asana', { gid: '12' }, '12'],
		['of Salesforce', { Id: '00Q' }, '00Q'],
		['not null', { id: null, uuid: 'u' }, 'u'],
		['not empty', { id: ' ' }, undefined],
		['not rounded', { id: 2 ** 53 }, undefined],
		['not that of an owner', { uid: 'u1', user_id: 'u1' }, undefined],
		['not of the prototype', {}, undefined],
	])('%s', (_, record, id) => {
		expect(recordId(record, 'task')).toBe(id);
	});

	test('anything with an ID is a record', () => {
		expect([{ id: 1 }, { uid: 'u' }, { status: 'failed' }, [], null, 'id'].map(isRecord)).toEqual([
			true,
			true,
			...[false, false, false, false],
		]);
	});
});

describe('what tells a record from others', () => {
	const differing: Array<[string, object, object]> = [
		['IDs', { id: 1 }, { id: 2 }],
		['projects', { id: 1, project_id: 'p1' }, { id: 1, project_id: 'p2' }],
		['projects as objects', { id: 1, project: { id: 'p1' } }, { id: 1, project: { id: 'p2' } }],
		['workspaces', { id: 1, workspaceGid: 'w1' }, { id: 1, workspaceGid: 'w2' }],
		['types', { id: 1, type: 'bug' }, { id: 1, type: 'story' }],
		['types in JSON-LD', { id: 1, '@type': 'Bug' }, { id: 1, '@type': 'Story' }],
		['types of a resource', { id: 1, 'Resource-Type': 'a' }, { id: 1, 'Resource-Type': 'b' }],
	];
	test.each(differing)('%s', (_, one, other) => {
		expect(recordKey({ ...one }, 'task')).not.toBe(recordKey({ ...other }, 'task'));
	});
});

test.each([
	[{ project_id: 'p1' }, 'p1'],
	[{ projectId: 7 }, '7'],
	[{ project: { id: 'p1', name: 'A' } }, 'p1'],
	[{ project: 'Website' }, undefined],
	[{ title: 'A' }, undefined],
])('the project of %j', (record, project) => {
	expect(projectOf(record)).toBe(project);
});

describe('how a person sees a record', () => {
	test.each([
		['its title', { id: 't1', title: 'A', name: '' }, { id: 't1', name: 'A (t1)' }],
		['its ID alone', { id: 1 }, { id: 1, name: '1' }],
		['JSON:API', { id: '1', attributes: { title: 'A' } }, { id: '1', name: 'A (1)' }],
		['HubSpot', { id: '1', properties: { name: 'A' } }, { id: '1', name: 'A (1)' }],
		['a key in place of an ID', { key: 'AB-1', summary: 'A' }, { id: 'AB-1', name: 'A (AB-1)' }],
	])('%s', (_, record, label) => {
		expect(recordLabel(record, 'task')).toEqual(label);
	});

	test('a record without an ID cannot be selected', () => {
		expect(recordLabel({ title: 'A' }, 'task')).toBeUndefined();
	});
});

test.each([
	['id', true],
	['created_at', true],
	['lastEditedTime', true],
	['dateUpdated', true],
	['modification_date', true],
	['deleted_on', true],
	['last_activity', true],
	['archived', false],
	['due_date', false],
	['activity', false],
	['status_changed_by', false],
	['updates', false],
])('whether the service sets %s itself: %s', (name, isSet) => {
	expect(isSetByService(name)).toBe(isSet);
});
