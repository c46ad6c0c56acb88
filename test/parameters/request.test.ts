import { readOptions } from '../../nodes/ProjectWorkspace/parameters/options';
import { readRequest } from '../../nodes/ProjectWorkspace/parameters/request';
import { operationOf, type ResourceName } from '../../nodes/ProjectWorkspace/resources';
import { itemWith, resultOf } from './itemWith';

type Parameters = Record<string, unknown>;

const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
const mapped = (value: object) => ({ fields: { mappingMode: 'defineBelow', value } });
const query = (name: string, value: string) => ({
	options: { queryParameters: { parameter: [{ name, value }] } },
});

/** `task:create` with these parameters, or the message why there is no request. */
function requestOf(operation: string, parameters: Parameters) {
	const [resource = '', name = ''] = operation.split(':');
	const reader = itemWith(parameters);
	return resultOf(() =>
		readRequest(reader, operationOf(resource as ResourceName, name), readOptions(reader)),
	);
}

// Each endpoint is in `actions/endpoints.test.ts`.
test.each<[string, Parameters, object]>([
	[
		'user:get',
		{ userId: locator(' u/1\n') },
		{ method: 'GET', path: '/users/u%2F1', idLabel: 'User' },
	],
	['user:remove', { userId: locator(5) }, { path: '/users/5' }],
	['project:archive', { projectId: locator('$&') }, { path: '/projects/%24%26' }],
	[
		'task:getAll',
		{ projectId: locator('p1') },
		{ path: '/tasks', query: { project_id: 'p1' }, idLabel: 'Project' },
	],
	['task:getAll', query('status', 'open'), { query: { status: 'open' } }],
	['task:create', mapped({ a: 'x' }), { body: '{"a":"x"}', query: {} }],
	[
		'task:create',
		{ ...mapped({ a: 'x' }), projectId: locator(5) },
		{ body: '{"project_id":5,"a":"x"}' },
	],
	[
		'task:create',
		{ ...mapped({ project_id: '5' }), projectId: locator(5) },
		{ body: '{"project_id":"5"}' },
	],
	[
		'workflow:trigger',
		{ workflowId: locator('w1') },
		{ method: 'POST', path: '/workflows/w1/trigger', body: '{}', timeoutMs: 300_000 },
	],
])('%s with %j is sent as %j', (operation, parameters, request) => {
	expect(requestOf(operation, parameters)).toMatchObject({ request });
});

const NO_VALUE = 'No field has a value';

test.each<[string, Parameters, string]>([
	['user:get', {}, "'User' is empty"],
	[
		'user:get',
		{ userId: locator('https://x.test/users/u1') },
		`'User' must be an ID, but is a URL: "https://x.test/users/u1"`,
	],
	[
		'task:getAll',
		{ projectId: locator('HTTP://x.test') },
		`'Project' must be an ID, but is a URL: "HTTP://x.test"`,
	],
	['user:get', { userId: locator('\ud83d') }, 'The ID "\\ud83d" contains half a character'],
	['task:getAll', { projectId: locator('a\ude00') }, 'The ID "a\\ude00" contains half a character'],
	['user:get', { userId: locator(2 ** 53) }, "'User' must be an exact number"],
	['user:invite', {}, NO_VALUE],
	['task:create', { ...mapped({ a: '' }), projectId: locator('p1') }, NO_VALUE],
	['task:create', { bodyMode: 'json' }, NO_VALUE],
	['task:update', { taskId: locator('t1'), bodyMode: 'json', jsonBody: ' { } ' }, NO_VALUE],
	[
		'task:create',
		{ ...mapped({ project_id: 'p2' }), projectId: locator('p1') },
		"'Project' and the body set different values for 'project_id'",
	],
	[
		'task:getAll',
		{ ...query('project_id', 'p2'), projectId: locator('p1') },
		"The query parameter 'project_id' is set twice",
	],
])('%s with %j is not sent: %s', (operation, parameters, message) => {
	expect(requestOf(operation, parameters)).toBe(message);
});

describe('the ID in a path', () => {
	test.each([
		...['.', '..', '../projects/p1', 'a/../../b', './a', 'a\\..\\b', '..;x=1/projects', '.;'],
		...[
			'%2e%2e',
			'%2E./p1',
			'..%5Cp1',
			'%252e%252e%252fp1',
			'..%3bx',
			'..\t/p1',
			'/;',
			'//',
			'%2f',
		],
	])('cannot be %j, which leaves it', (id) => {
		const message = `The ID ${JSON.stringify(id)} cannot be used, because the request would go to another address`;
		expect(requestOf('user:get', { userId: locator(id) })).toBe(message);
	});

	test.each([
		['ab+/cd==', 'ab%2B%2Fcd%3D%3D'],
		['a..b/...', 'a..b%2F...'],
		['urn:task:1;v=2', 'urn%3Atask%3A1%3Bv%3D2'],
		['😀', '%F0%9F%98%80'],
		['a?b#c', 'a%3Fb%23c'],
	])('may be %j', (id, path) => {
		const request = { path: `/users/${path}` };
		expect(requestOf('user:get', { userId: locator(id) })).toMatchObject({ request });
	});

	test('is that of the resource in braces, also below another one', () => {
		const { resource } = operationOf('user', 'getAll');
		const endpoint = { kind: 'list', route: 'GET /projects/{projectId}/members' } as const;
		const members = {
			resource,
			endpoint,
			method: 'GET',
			path: '/projects/{projectId}/members',
		} as const;
		const reader = itemWith({ projectId: locator('p1'), userId: locator('u1') });
		expect(readRequest(reader, members, readOptions(reader))).toMatchObject({
			id: 'p1',
			request: { path: '/projects/p1/members', idLabel: 'Project' },
		});
	});
});
