import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { n8n } from './n8n';
import { byId, runNode, type NodeRun } from './run-node';
import { jsonServer } from './servers/jsonServer';

let service: Awaited<ReturnType<typeof jsonServer>>;
let credentialId: string;

const many = (count: number, row: (id: number) => object) =>
	Array.from({ length: count }, (_, at) => ({ id: at + 1, ...row(at + 1) }));

beforeEach(async () => {
	await n8n.login();
	service = await jsonServer({
		// A usual page size exactly, from a service that gives everything at once.
		users: many(100, (id) => ({ email: `user${id}@example.com` })),
		projects: many(3, (id) => ({ name: `Project ${id}`, key: `P${id}` })),
		tasks: many(250, (id) => ({ title: `Task ${id}`, project_id: (id % 3) + 1 })),
		workflows: [],
	});
	const data = { apiKey: 'ac_test_made_up_public', baseUrl: service.baseUrl, plan: 'enterprise' };
	const credential = { name: 'json-server', type: 'projectWorkspaceApi', data };
	({ id: credentialId } = (await n8n.rest('POST', '/credentials', credential)) as { id: string });
});
afterEach(async () => await service.close());

async function run(
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): Promise<INodeExecutionData['json'][]> {
	const node = { resource, operation, parameters, credentialId, ...more };
	const { regular, error } = await runNode(node);
	expect(error).toBeUndefined();
	return regular.map(({ json }) => json);
}

const json = (jsonBody: object): INodeParameters => ({
	bodyMode: 'json',
	jsonBody: JSON.stringify(jsonBody),
});

it.each([
	['user', 100],
	['project', 3],
	['task', 250],
	['workflow', 0],
])('lists every %s', async (resource, count) => {
	const records = await run(resource, 'getAll', { returnAll: true });
	expect(records.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
});

it('lists the tasks of one project', async () => {
	const records = await run('task', 'getAll', { returnAll: true, projectId: byId('2') });
	expect(records).toHaveLength(84);
	expect(new Set(records.map(({ project_id }) => project_id))).toEqual(new Set([2]));
});

it('gives no more than the limit', async () => {
	expect(await run('task', 'getAll', { limit: 60 })).toHaveLength(60);
});

it('gets, invites and removes a user', async () => {
	const mail = { email: 'dora@example.com' };
	expect(await run('user', 'get', { userId: byId('7') })).toEqual([
		{ id: 7, email: 'user7@example.com' },
	]);
	expect(await run('user', 'invite', json(mail))).toEqual([{ id: 101, ...mail }]);
	expect(await run('user', 'remove', { userId: byId('101') })).toEqual([
		{ removed: true, id: '101' },
	]);
	expect(service.stored('users')).toHaveLength(100);
});

it('creates, updates and archives a project', async () => {
	expect(await run('project', 'create', json({ name: 'New', key: 'N' }))).toEqual([
		{ id: 4, name: 'New', key: 'N' },
	]);
	const changed = { projectId: byId('4'), ...json({ name: 'Newer', key: 'N' }) };
	expect(await run('project', 'update', changed)).toEqual([{ id: 4, name: 'Newer', key: 'N' }]);
	expect(await run('project', 'archive', { projectId: byId('4') })).toEqual([
		{ archived: true, id: '4' },
	]);
	expect(service.stored('projects')).toHaveLength(3);
});

it('creates, updates and deletes a task', async () => {
	const [created] = await run('task', 'create', {
		projectId: byId('2'),
		...json({ title: 'New' }),
	});
	expect(created).toMatchObject({ id: 251, title: 'New' });
	const changed = { taskId: byId('251'), ...json({ title: 'Newer' }) };
	expect(await run('task', 'update', changed)).toMatchObject([{ id: 251, title: 'Newer' }]);
	expect(await run('task', 'delete', { taskId: byId('251') })).toEqual([
		{ deleted: true, id: '251' },
	]);
	expect(service.stored('tasks')).toHaveLength(250);
});

it('deletes many at once, each once', async () => {
	const items = Array.from({ length: 200 }, (_, at) => ({ json: { id: at + 1 } }));
	const gone = await run('task', 'delete', { taskId: byId('={{ $json.id }}') }, { items });
	expect(gone.filter(({ deleted }) => deleted === true)).toHaveLength(200);
	expect(service.stored('tasks')).toHaveLength(50);
});

it('creates what is new and updates what has changed', async () => {
	const records = await run(
		'project',
		'upsert',
		{
			fields: {
				mappingMode: 'autoMapInputData',
				matchingColumns: ['key'],
				value: {},
				schema: [],
				attemptToConvertTypes: false,
				convertFieldsToString: false,
			},
			// It returns its whole list, and does not say so.
			options: { includeResult: true, style: 'none' },
		},
		{
			items: [
				{ json: { key: 'P1', name: 'Project 1' } },
				{ json: { key: 'P2', name: 'Renamed' } },
				{ json: { key: 'P9', name: 'Project 9' } },
			],
		},
	);
	expect(records.map(({ key, _result }) => [key, _result])).toEqual([
		['P1', 'unchanged'],
		['P2', 'updated'],
		['P9', 'created'],
	]);
	expect(service.stored('projects').map(({ name }) => name)).toEqual([
		'Project 1',
		'Renamed',
		'Project 3',
		'Project 9',
	]);
});

it('says what the service says where there is nothing', async () => {
	const { status, error } = await runNode({
		resource: 'user',
		operation: 'get',
		parameters: { userId: byId('999') },
		credentialId,
	});
	expect(status).toBe('error');
	expect(`${error?.message} ${error?.description}`).toMatch(/999|not found|no such|404/i);
});

it('tells of a trigger that the service does not have', async () => {
	const { status, error } = await runNode({
		resource: 'workflow',
		operation: 'trigger',
		parameters: { workflowId: byId('1') },
		credentialId,
	});
	expect(status).toBe('error');
	expect(error?.message).not.toBe('');
});
