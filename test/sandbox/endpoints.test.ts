import { routes, type Sandbox } from '../../sandbox';
import { api, asList, asObject, errorOf, sharedSandbox } from './support/client.ts';

describe('the fourteen endpoints', () => {
	let sandbox: Sandbox;
	sharedSandbox((started) => (sandbox = started));

	const idsOf = async (path: string) =>
		asList((await api(sandbox, 'GET', path)).body).map(({ id }) => id);

	test('are those of the specification', async () => {
		const ofRecords = ['projects', 'tasks'].flatMap((name) => [
			...[`GET /v1/${name}`, `POST /v1/${name}`],
			...[`PUT /v1/${name}/{id}`, `DELETE /v1/${name}/{id}`],
		]);
		const documented = [
			...['GET /v1/users', 'GET /v1/users/{id}', 'POST /v1/users', 'DELETE /v1/users/{id}'],
			...[...ofRecords, 'GET /v1/workflows', 'POST /v1/workflows/{id}/trigger'],
		];
		expect([...routes].sort()).toEqual(documented.sort());
	});

	test('a project is created, updated and archived, and then no longer listed', async () => {
		const created = await api(sandbox, 'POST', '/v1/projects', {
			body: { name: 'A', colour: [1] },
		});
		const { id } = asObject(created.body);
		const path = `/v1/projects/${String(id)}`;
		const updated = await api(sandbox, 'PUT', path, { body: { name: 'B' } });
		expect(updated).toMatchObject({ status: 200, body: { id, name: 'B', colour: [1] } });
		expect((await api(sandbox, 'DELETE', path)).status).toBe(204);
		expect(await idsOf('/v1/projects')).not.toContain(id);
		expect((await api(sandbox, 'DELETE', path)).status).toBe(204);
	});

	test('project_id filters the tasks', async () => {
		expect(await idsOf('/v1/tasks?project_id=project_site')).toEqual(['task_text', 'task_icons']);
		expect(await idsOf('/v1/tasks?project_id=project_none')).toEqual([]);
		expect(await idsOf('/v1/users?project_id=project_none')).not.toEqual([]);
		expect(await idsOf('/v1/tasks')).toHaveLength(4);
	});

	test('the project of a new task can be in the body or in the query', async () => {
		const inBody = { title: 'b', project_id: 'project_move' };
		await api(sandbox, 'POST', '/v1/tasks', { body: inBody });
		await api(sandbox, 'POST', '/v1/tasks?project_id=project_move', { body: { title: 'q' } });
		const tasks = asList((await api(sandbox, 'GET', '/v1/tasks?project_id=project_move')).body);
		expect(tasks.map(({ title }) => title).slice(-2)).toEqual(['b', 'q']);
	});

	test('workflows are listed, and triggered with or without a body', async () => {
		expect(await idsOf('/v1/workflows')).toEqual(['workflow_report', 'workflow_welcome']);
		const path = '/v1/workflows/workflow_report/trigger';
		const triggered = await api(sandbox, 'POST', path, { body: { week: 7 } });
		expect(triggered).toMatchObject({
			status: 202,
			body: { workflow_id: 'workflow_report', status: 'running', input: { week: 7 } },
		});
		expect((await api(sandbox, 'POST', path)).status).toBe(202);
		expect((await api(sandbox, 'POST', '/v1/workflows/none/trigger')).status).toBe(404);
	});

	test.each(['a/b', 'a b', 'a?b', 'a#b', 'é', '100%', 'a%2Fb', '日本', 'a+b&c=d', ':id', '🙂'])(
		'an ID can be %s',
		async (id) => {
			sandbox.addRecords('user', { id, name: 'Odd' });
			const found = await api(sandbox, 'GET', `/v1/users/${encodeURIComponent(id)}`);
			expect(found).toMatchObject({ status: 200, body: { id, name: 'Odd' } });
		},
	);

	test('an unknown ID is named in the message', async () => {
		const reply = await api(sandbox, 'GET', '/v1/users/no%2Fone%3F');
		expect(reply.status).toBe(404);
		expect(errorOf(reply)).toEqual({
			code: 'not_found',
			message: 'There is no user with the ID no/one?',
		});
	});

	test.each(['prefixed', 'number', 'uuid'] as const)('IDs can have the form %s', async (ids) => {
		sandbox.settings.change({ ids });
		const { id } = asObject((await api(sandbox, 'POST', '/v1/users', { body: {} })).body);
		expect(typeof id).toBe(ids === 'number' ? 'number' : 'string');
		expect(await api(sandbox, 'GET', `/v1/users/${String(id)}`)).toMatchObject({ body: { id } });
	});

	test('the service sets ID and times, also if the body has them', async () => {
		const body = { id: 'mine', created_at: 'never', name: 'N' };
		const created = asObject((await api(sandbox, 'POST', '/v1/projects', { body })).body);
		expect(created.id).not.toBe('mine');
		expect(created.created_at).not.toBe('never');
	});
});
