import type { INodeParameters } from 'n8n-workflow';
import { operations } from '../../nodes/ProjectWorkspace/catalogue';
import { n8n } from './n8n';
import { byId, pairedTo, runNode } from './run-node';
import { sandbox } from './sandbox';

/** Everything that a careless join of path parts would trip over. */
const ODD_ID = 'a/b c?d#é';
const ODD_PATH = 'a%2Fb%20c%3Fd%23%C3%A9';
const BODY = { name: 'Märchen & "quotes"', nested: { list: [1, null, true] } };
const AS_JSON = { bodyMode: 'json', jsonBody: JSON.stringify(BODY) };

const upsertBy = (field: string): INodeParameters => ({
	fields: {
		mappingMode: 'defineBelow',
		matchingColumns: [field],
		value: { [field]: 'new' },
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	},
});

interface Case {
	operation: string;
	parameters?: INodeParameters;
	sends: { method: string; path: string; query?: string; body?: unknown };
	/** Requests that come before. */
	after?: string[];
	/** A record that must exist before. */
	given?: string;
	gives: Record<string, unknown>;
}

const get = (path: string, query?: string) => ({ method: 'GET', path, query });
const put = (path: string) => ({ method: 'PUT', path, body: BODY });
const post = (path: string, body: unknown = BODY) => ({ method: 'POST', path, body });
const remove = (path: string) => ({ method: 'DELETE', path });
const list = { returnAll: true };

const cases: Record<string, Case[]> = {
	user: [
		{
			operation: 'getAll',
			parameters: list,
			sends: get('/v1/users'),
			gives: { id: 'user_ada', email: 'ada@example.com' },
		},
		{
			operation: 'get',
			parameters: { userId: byId(ODD_ID) },
			given: 'users',
			sends: get(`/v1/users/${ODD_PATH}`),
			gives: { id: ODD_ID, mark: 'odd' },
		},
		{ operation: 'invite', parameters: AS_JSON, sends: post('/v1/users'), gives: BODY },
		{
			operation: 'remove',
			parameters: { userId: byId(ODD_ID) },
			given: 'users',
			sends: remove(`/v1/users/${ODD_PATH}`),
			gives: { removed: true, id: ODD_ID },
		},
	],
	project: [
		{
			operation: 'upsert',
			parameters: upsertBy('name'),
			after: ['GET /v1/projects'],
			sends: post('/v1/projects', { name: 'new' }),
			gives: { name: 'new' },
		},
		{
			operation: 'get',
			parameters: { projectId: byId('project_site') },
			sends: get('/v1/projects'),
			gives: { id: 'project_site', name: 'Example website' },
		},
		{
			operation: 'getAll',
			parameters: list,
			sends: get('/v1/projects'),
			gives: { id: 'project_site', name: 'Example website' },
		},
		{ operation: 'create', parameters: AS_JSON, sends: post('/v1/projects'), gives: BODY },
		{
			operation: 'update',
			parameters: { projectId: byId(ODD_ID), ...AS_JSON },
			given: 'projects',
			sends: put(`/v1/projects/${ODD_PATH}`),
			gives: { ...BODY, id: ODD_ID, mark: 'odd' },
		},
		{
			operation: 'archive',
			parameters: { projectId: byId(ODD_ID) },
			given: 'projects',
			sends: remove(`/v1/projects/${ODD_PATH}`),
			gives: { archived: true, id: ODD_ID },
		},
	],
	task: [
		{
			operation: 'upsert',
			parameters: upsertBy('title'),
			after: ['GET /v1/tasks'],
			sends: post('/v1/tasks', { title: 'new' }),
			gives: { title: 'new' },
		},
		{
			operation: 'get',
			parameters: { taskId: byId('task_text') },
			sends: get('/v1/tasks'),
			gives: { id: 'task_text', project_id: 'project_site' },
		},
		{
			operation: 'getAll',
			parameters: list,
			sends: get('/v1/tasks'),
			gives: { id: 'task_text', project_id: 'project_site' },
		},
		{ operation: 'create', parameters: AS_JSON, sends: post('/v1/tasks'), gives: BODY },
		{
			operation: 'update',
			parameters: { taskId: byId(ODD_ID), ...AS_JSON },
			given: 'tasks',
			sends: put(`/v1/tasks/${ODD_PATH}`),
			gives: { ...BODY, id: ODD_ID, mark: 'odd' },
		},
		{
			operation: 'delete',
			parameters: { taskId: byId(ODD_ID) },
			given: 'tasks',
			sends: remove(`/v1/tasks/${ODD_PATH}`),
			gives: { deleted: true, id: ODD_ID },
		},
	],
	workflow: [
		{
			operation: 'getAll',
			parameters: list,
			sends: get('/v1/workflows'),
			gives: { id: 'workflow_report' },
		},
		{
			operation: 'trigger',
			parameters: { workflowId: byId(ODD_ID), ...AS_JSON },
			given: 'workflows',
			sends: post(`/v1/workflows/${ODD_PATH}/trigger`),
			gives: { workflow_id: ODD_ID },
		},
	],
};

const everyCase = Object.entries(cases).flatMap(([resource, each]) =>
	each.map((one) => ({ resource, ...one })),
);

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());

it('covers every operation of the catalogue', () => {
	const covered = everyCase.map(({ resource, operation }) => `${resource}:${operation}`);
	const all = operations.map(({ resource, value }) => `${resource.value}:${value}`);
	expect(covered.sort()).toEqual(all.sort());
});

it.each(everyCase)('$resource: $operation', async (one) => {
	const { resource, operation, parameters, given, after = [], sends, gives } = one;
	if (given) await sandbox.addRecord(given, { id: ODD_ID, mark: 'odd' });

	const { status, regular, error } = await runNode({ resource, operation, parameters });

	expect({ status, error }).toEqual({ status: 'success', error: undefined });
	const requests = await sandbox.requests();
	const request = requests.pop();
	expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(after);
	expect(request).toMatchObject({ method: sends.method, path: sends.path });
	expect((request?.query ?? '').replace(/^\?/, '')).toBe(sends.query ?? '');
	expect(request?.headers.authorization).toMatch(/^Bearer <Pro test key,/);
	if (sends.body) {
		expect(request?.headers['content-type']).toMatch(/^application\/json\b/);
		expect(request?.body).toEqual(sends.body);
	} else {
		expect(request?.bodyText).toBe('');
	}
	expect(regular[0]?.json).toMatchObject(gives);
	expect(regular.map(pairedTo)).toEqual(regular.map(() => 0));
});

describe('the project of a task', () => {
	const inProject = { projectId: byId(ODD_ID) };
	const encoded = new URLSearchParams({ project_id: ODD_ID });

	it('filters the list in the query', async () => {
		await sandbox.addRecord('tasks', { id: 'task_odd', project_id: ODD_ID });
		const { regular } = await runNode({
			resource: 'task',
			operation: 'getAll',
			parameters: { ...list, ...inProject },
		});
		const [request] = await sandbox.requests();
		expect(new URLSearchParams(request?.query)).toEqual(encoded);
		expect(regular.map(({ json }) => json.id)).toEqual(['task_odd']);
	});

	it.each([
		['body', { ...BODY, project_id: ODD_ID }, ''],
		['query', BODY, encoded.toString()],
	])('travels in the %s on creation', async (placement, body, query) => {
		await runNode({
			resource: 'task',
			operation: 'create',
			parameters: { ...inProject, ...AS_JSON, options: { projectIdPlacement: placement } },
		});
		const [request] = await sandbox.requests();
		expect(request?.body).toEqual(body);
		expect(new URLSearchParams(request?.query)).toEqual(new URLSearchParams(query));
	});
});

it('runs once for each item and pairs what comes out with what went in', async () => {
	const { regular } = await runNode({
		resource: 'user',
		operation: 'get',
		parameters: { userId: byId('={{ $json.id }}') },
		items: ['user_cleo', 'user_ada', 'user_ben'].map((id) => ({ json: { id } })),
	});
	expect(regular.map(({ json }) => json.id)).toEqual(['user_cleo', 'user_ada', 'user_ben']);
	expect(regular.map(pairedTo)).toEqual([0, 1, 2]);
});

it('stops at the limit', async () => {
	const parameters = { returnAll: false, limit: 2 };
	const { regular } = await runNode({ resource: 'user', operation: 'getAll', parameters });
	expect(regular).toHaveLength(2);
});
