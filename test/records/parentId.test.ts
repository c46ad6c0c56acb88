import { isInList, isSameId, parentId } from '../../nodes/ProjectWorkspace/old/records/parentId';

const uuid = '0B3E6A9C-1111-4222-8333-444455556666';

describe('the project of a record', () => {
	test.each<[where: string, record: object, wanted: string, project: string]>([
		['in its own field', { project_id: 'p1' }, 'p2', 'p1'],
		['in camel case', { projectId: 7 }, '7', '7'],
		['in an object', { project: { id: 'p1', name: 'One' } }, 'p2', 'p1'],
		['in an object, known by its key', { project: { id: 'p1', key: 'WEB' } }, 'WEB', 'WEB'],
		['in JSON:API', { relationships: { project: { data: { id: 'p1' } } } }, 'p2', 'p1'],
		[
			'beside relationships to others',
			{ relationships: { owner: {} }, project_id: 'p1' },
			'p2',
			'p1',
		],
		['beside an object without it', { project: { name: 'One' }, project_id: 'p1' }, 'p2', 'p1'],
		['beside null', { project_id: null, project: { id: 'p1' } }, 'p2', 'p1'],
		['one of several', { projects: [{ id: 'p1' }, { id: 'p2' }] }, 'p2', 'p2'],
		['not a number of its object', { project: { id: 3, version: 7 } }, '7', '3'],
		['not said', { id: 'p1', title: 'One', project_id: '' }, 'p1', ''],
	])('%s', (_, record, wanted, project) => {
		expect(parentId(record as Record<string, never>, 'project_id', wanted)).toBe(project);
	});
});

test.each([
	['p1', 'P1'],
	[uuid, uuid.toLowerCase()],
	[uuid, uuid.replaceAll('-', '')],
	['https://example.com/v1/projects/7', '7'],
	['https://example.com/v1/projects/7/', '7'],
	[`https://example.com/v1/projects/${uuid}`, uuid.toLowerCase()],
	[`https://example.com/v1/projects/${uuid.replaceAll('-', '')}`, uuid],
])('%s and %s are the same ID, whichever was asked for', (one, other) => {
	expect([isSameId(one, other), isSameId(other, one)]).toEqual([true, true]);
});

test.each([
	['17', '7'],
	['7', '007'],
	['https://example.com/v1/projects/17', '7'],
	['https://example.com/v1/projects/', ''],
	['p-1', 'p1'],
])('%s and %s are different IDs', (one, other) => {
	expect([isSameId(one, other), isSameId(other, one)]).toEqual([false, false]);
});

test.each<[string, object, Record<string, string>, Record<string, string>, boolean | undefined]>([
	['a list of all records', { project_id: 'p2' }, {}, {}, true],
	['the list of its project', { project: { id: 'p1' } }, { project_id: 'p1' }, {}, true],
	['the list of another project', { project: { id: 'p2' } }, { project_id: 'p1' }, {}, false],
	['a list, if it does not say', { id: 1 }, { project_id: 'p1' }, {}, undefined],
	['the list that it was read from', {}, { project_id: 'p1' }, { project_id: 'p1' }, true],
	['another list than it was read from', {}, { project_id: 'p1' }, { project_id: 'p2' }, false],
	[
		'no list of its project alone',
		{ project_id: 'p1' },
		{ project_id: 'p1', q: 'x' },
		{},
		undefined,
	],
])('a record is in %s: %j', (_, record, query, readFrom, expected) => {
	expect(isInList(record as Record<string, never>, query, readFrom)).toBe(expected);
});
