import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from './runNode';
import { byId } from './service';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

const id = (value: unknown) => byId(String(value));

async function run(
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	settings: IDataObject = {},
): Promise<IDataObject[]> {
	const { json, error } = await runNode({
		credential: { apiKey: sandbox.keys.pro, baseUrl: sandbox.baseUrl, service: { settings } },
		parameters: { resource, operation, ...parameters },
	});
	if (error) throw new Error(error.message);
	return json;
}

const body = (value: IDataObject) => ({ bodyMode: 'json', jsonBody: JSON.stringify(value) });

test('a project and its task live from creation to their end', async () => {
	const [project] = await run('project', 'create', body({ name: 'Relaunch' }));
	expect(project).toMatchObject({ name: 'Relaunch', id: expect.anything() });

	const [updated] = await run('project', 'update', {
		projectId: id(project?.id),
		...body({ name: 'Relaunch 2' }),
	});
	expect(updated).toMatchObject({ id: project?.id, name: 'Relaunch 2' });

	const [task] = await run('task', 'create', {
		projectId: id(project?.id),
		...body({ title: 'Write' }),
	});
	expect(task).toMatchObject({ title: 'Write', project_id: project?.id });

	const tasks = await run('task', 'getAll', { projectId: id(project?.id) });
	expect(tasks).toEqual([expect.objectContaining({ id: task?.id })]);

	await run('task', 'update', { taskId: id(task?.id), ...body({ title: 'Write it' }) });
	expect(await run('task', 'delete', { taskId: id(task?.id) })).toEqual([
		{ deleted: true, id: String(task?.id) },
	]);
	expect(await run('task', 'getAll', { projectId: id(project?.id) })).toEqual([]);
	expect(await run('project', 'archive', { projectId: id(project?.id) })).toEqual([
		expect.objectContaining({ archived: true }),
	]);
});

test('a user is invited, found and removed', async () => {
	const [user] = await run('user', 'invite', body({ email: 'new.member@example.com' }));
	expect(await run('user', 'get', { userId: id(user?.id) })).toEqual([
		expect.objectContaining({ email: 'new.member@example.com' }),
	]);
	expect(await run('user', 'remove', { userId: id(user?.id) })).toEqual([
		{ removed: true, id: String(user?.id) },
	]);
	await expect(run('user', 'get', { userId: id(user?.id) })).rejects.toThrow(
		/could not find.*HTTP 404/,
	);
});

test('project_id of a new task is sent in the query if the credential says so', async () => {
	const parameters = { projectId: id('p 1'), ...body({}) };
	await run('task', 'create', parameters, { projectIdPlacement: 'query' });
	expect(sandbox.requests.at(-1)).toMatchObject({ method: 'POST', query: 'project_id=p%201' });
});

test('the API key is in no URL', () => {
	expect(sandbox.requests.length).toBeGreaterThan(10);
	expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.keys.pro);
});
