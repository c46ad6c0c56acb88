import { BUDGET } from '../../nodes/ProjectWorkspace/records/budget';
import { ask, byId, closeModels, type Tool } from './agentRun';
import { major } from './majors';
import { n8n } from './n8n';
import { sandbox } from './sandbox';

const ROOM_FOR_THE_NOTICE = 400;

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

const findTasks: Tool = {
	name: 'Find Tasks',
	parameters: {
		resource: 'task',
		operation: 'getAll',
		returnAll: true,
		filters: { filter: [{ field: 'title', condition: 'contains', value: optional('words') }] },
		options: { skip: "={{ $fromAI('skip', 'How many to leave out', 'number', 0) }}" },
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
		// The last one is not shown in a tool, and n8n leaves it out.
		options: {
			previewOnly: "={{ $fromAI('preview', 'Whether to only show what would change', 'boolean') }}",
			maxAttempts: 'many',
		},
	},
};

const deleteTask: Tool = {
	name: 'Delete Task',
	parameters: { resource: 'task', operation: 'delete', taskId: byId(optional('task_id')) },
};

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());
afterEach(closeModels);

describe.each(major.agents)('for an agent of version %s', (agentVersion) => {
	it('lists tasks, and sends no filter for an empty project', async () => {
		const { error, said, read } = await ask(agentVersion, listTasks, { project_id: '' });
		expect(error).toBeUndefined();
		const sent = await sandbox.requests();
		expect(sent).toMatchObject([{ method: 'GET', path: '/v1/tasks', query: '', status: 200 }]);
		expect(read).toContain('Write the welcome text');
		expect(said).toContain('Draw the floor plan');
	});

	it('narrows the list where the model names a project', async () => {
		const { read } = await ask(agentVersion, listTasks, { project_id: 'project_move' });
		expect(await sandbox.requests()).toMatchObject([{ query: 'project_id=project_move' }]);
		expect(read).toContain('Order moving boxes');
		expect(read).not.toContain('Draw the icons');
	});

	it('creates a task, and leaves out what the model left empty', async () => {
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

	it('previews a change before it makes it', async () => {
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

	it('keeps a long list within the budget, and says that there is more', async () => {
		await sandbox.control('POST', '/records/tasks', {
			record: { title: 'Task {n}', project_id: 'project_site', text: 'word '.repeat(150) },
			count: 400,
		});
		const { error, read } = await ask(agentVersion, listTasks, { project_id: '' });
		expect(error).toBeUndefined();
		expect(read.length).toBeLessThan(BUDGET.characters + ROOM_FOR_THE_NOTICE);
		expect(read.match(/"id"|\\"id\\"/g)?.length).toBeLessThanOrEqual(BUDGET.records);
		expect(read).toMatch(/\d+ more records/);
	});

	it('finds tasks by text, and continues from the cursor of the last response', async () => {
		await sandbox.control('POST', '/records/tasks', {
			record: { title: 'Lantern {n}' },
			count: BUDGET.records + 5,
		});
		const first = await ask(agentVersion, findTasks, { words: 'LANTERN', skip: 0 });
		expect(first.read).toMatch(/5 more records/);
		expect(first.read).toMatch(/cursor\\?":\s*50/);
		const next = await ask(agentVersion, findTasks, { words: 'lantern', skip: 50 });
		expect(next.read).toContain('Lantern 55');
		expect(next.read).not.toMatch(/Lantern 50\b|more records/);
		const all = await ask(agentVersion, findTasks, { words: '' });
		expect(all.read).toContain('Write the welcome text');
		const none = await ask(agentVersion, findTasks, { words: 'lighthouse' });
		expect(none.read).toContain('No tasks found.');
	});

	it('lets the model read why the service rejected the request', async () => {
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

	it('tells the model what an empty ID lacks, and asks the service nothing', async () => {
		const { read } = await ask(agentVersion, deleteTask, { task_id: '' });
		expect(await sandbox.requests()).toEqual([]);
		expect(read).toMatch(/'Task' is empty|Enter the ID of the task/);
	});

	it('describes itself by its operation when nobody has described it', async () => {
		const { model } = await ask(agentVersion, deleteTask, { task_id: 'task_icons' });
		expect(model.tool('Delete_Task')?.description?.toLowerCase()).toContain('delete a task');
		expect((await sandbox.records('tasks')).map(({ id }) => id)).not.toContain('task_icons');
	});
});
