import { BUDGET } from '../../nodes/ProjectWorkspace/old/run/agent';
import { ask, closeModels, type Tool } from './agentRun';
import { major } from './majors';
import { byId } from './run-node';
import { sandbox } from './sandbox';

const NOTICE_CHARACTERS = 400;

const optional = (key: string) => `={{ $fromAI('${key}', 'May be empty', 'string') }}`;

const listTasks: Tool = {
	name: 'List Tasks',
	parameters: {
		resource: 'task',
		operation: 'getAll',
		projectId: { __rl: true, mode: 'list', value: optional('project_id') },
		returnAll: true,
	},
};

const createTask: Tool = {
	name: 'Create Task',
	parameters: {
		resource: 'task',
		operation: 'create',
		projectId: { __rl: true, mode: 'list', value: optional('project_id') },
		bodyMode: 'fields',
		fields: {
			mappingMode: 'defineBelow',
			value: { title: optional('title'), due_date: optional('due_date') },
			matchingColumns: [],
			schema: ['title', 'due_date'].map((id) => ({
				id,
				displayName: id,
				required: false,
				defaultMatch: false,
				display: true,
				type: 'string',
			})),
		},
	},
};

const upsertTask: Tool = {
	name: 'Upsert Task',
	parameters: {
		resource: 'task',
		operation: 'upsert',
		fields: {
			mappingMode: 'defineBelow',
			value: { title: optional('title'), status: optional('status') },
			matchingColumns: ['title'],
			schema: [],
		},
		// n8n leaves out the last one, which is not shown in a tool.
		options: {
			previewOnly: "={{ $fromAI('preview', 'Whether to only show what would change', 'boolean') }}",
			requests: { settings: { maxAttempts: 'many' } },
		},
	},
};

const deleteTask: Tool = {
	name: 'Delete Task',
	parameters: { resource: 'task', operation: 'delete', taskId: byId(optional('task_id')) },
};

beforeEach(() => sandbox.reset());
afterEach(closeModels);

describe.each(major.agents)('for an agent of version %s', (agentVersion) => {
	it('lists tasks, and sends no filter if the model leaves the project empty', async () => {
		const { error, said, read } = await ask(agentVersion, listTasks, { project_id: '' });
		expect(error).toBeUndefined();
		const sent = await sandbox.requests();
		expect(sent).toMatchObject([{ method: 'GET', path: '/v1/tasks', query: '', status: 200 }]);
		expect(read).toContain('Write the welcome text');
		expect(said).toContain('Draw the floor plan');
	});

	it('creates a task without the fields that the model leaves empty', async () => {
		const given = { title: 'Water the "plants"', due_date: '', project_id: '' };
		const { error, read } = await ask(agentVersion, createTask, given);
		expect(error).toBeUndefined();
		expect(await sandbox.requests()).toMatchObject([
			{
				method: 'POST',
				path: '/v1/tasks',
				query: '',
				bodyText: '{"title":"Water the \\"plants\\""}',
			},
		]);
		const created = (await sandbox.records('tasks')).find(({ title }) => title === given.title);
		expect(read).toContain(String(created?.id));
	});

	it('shows a preview of a change before it is made', async () => {
		const given = { title: 'Order moving boxes', status: 'completed' };
		const writes = async () =>
			(await sandbox.requests()).filter(({ method }) => method !== 'GET').map(({ path }) => path);
		const preview = await ask(agentVersion, upsertTask, { ...given, preview: true });
		expect(preview.error).toBeUndefined();
		expect(preview.read).toMatch(/_preview/);
		expect(preview.read).toMatch(/updated/);
		expect(await writes()).toEqual([]);
		await ask(agentVersion, upsertTask, { ...given, preview: false });
		expect(await writes()).toHaveLength(1);
	});

	it('shortens a long list, and says that there is more', async () => {
		await sandbox.control('POST', '/records/tasks', {
			record: { title: 'Task {n}', project_id: 'project_site', text: 'word '.repeat(150) },
			count: 400,
		});
		const { error, read } = await ask(agentVersion, listTasks, { project_id: '' });
		expect(error).toBeUndefined();
		expect(read.length).toBeLessThan(BUDGET.characters + NOTICE_CHARACTERS);
		expect(read.match(/"id"|\\"id\\"/g)?.length).toBeLessThanOrEqual(BUDGET.records);
		expect(read).toMatch(/\d+ more records/);
	});

	it('tells the model why the service rejected the request', async () => {
		const given = { task_id: 'nobody' };
		const { status, read, text, said } = await ask(agentVersion, deleteTask, given);
		expect(await sandbox.requests()).toMatchObject([
			{ method: 'DELETE', path: '/v1/tasks/nobody', status: 404 },
		]);
		expect(read).toContain('There is no task with the ID nobody');
		expect(said).toContain('There is no task with the ID nobody');
		expect(status).toBe('success');
		expect(text).not.toMatch(/ac_(test|live)_/);
	});
});
