import type { INodeParameters } from 'n8n-workflow';
import { ask, closeModels, modelThatCalls, type Tool } from './agentRun';
import { major } from './majors';
import { n8n } from './n8n';
import { byId } from './run-node';
import type { chatModel } from './servers/chatModel';
import { sandbox } from './sandbox';
import { createCredential, importTemplate } from './template';

type Model = Awaited<ReturnType<typeof chatModel>>;

/** The parameters of a tool, as the model gets them. */
interface Parameters {
	properties: Record<string, { description?: string; type?: string }>;
	required?: string[];
}

interface Task {
	/** What the person asks for. */
	wish: string;
	tool: string;
	arguments: Record<string, unknown>;
	/** Must be in the description of the tool, so that the model can choose it. */
	told: RegExp[];
	/** Must be in the result of the tool. */
	read: RegExp;
	/** Requests that write. */
	writes: Array<{ method: string; path: string; body?: object }>;
}

/** With the tools of the template. */
const WITH_TEMPLATE: Task[] = [
	{
		wish: 'Which tasks of the website are still open?',
		tool: 'List_Tasks',
		arguments: { project_id: 'project_site', status: 'open' },
		told: [/Lists tasks/, /ID of the project, from List Projects/, /Only tasks with this status/],
		read: /task_text(?!.*task_icons)(?!.*task_boxes)/s,
		writes: [],
	},
	{
		wish: 'How many tasks are open, by project?',
		tool: 'Count_Tasks',
		arguments: { status: 'open', group_by: 'project_id' },
		told: [/Counts tasks/, /field to count by, such as project_id/, /Only tasks with this status/],
		read: /count\W+2\b.*project_site\W+1\b.*project_move\W+1\b/s,
		writes: [],
	},
	{
		wish: 'Find the task about the boxes.',
		tool: 'List_Tasks',
		arguments: { words: 'boxes' },
		told: [/Words to look for in the title/],
		read: /task_boxes(?!.*task_text)/s,
		writes: [],
	},
	{
		wish: 'Add a task to hang the lamps to the move, due on 30 November.',
		tool: 'Create_Task',
		arguments: { title: 'Hang lamps', project_id: 'project_move', due_date: '2026-11-30' },
		told: [/Creates one task/, /title of the task/, /Due date as YYYY-MM-DD/],
		read: /Hang lamps/,
		writes: [
			{
				method: 'POST',
				path: '/v1/tasks',
				body: { title: 'Hang lamps', due_date: '2026-11-30', project_id: 'project_move' },
			},
		],
	},
	{
		wish: 'The icons are open again.',
		tool: 'Update_Task',
		arguments: { task_id: 'task_icons', status: 'open' },
		told: [/Changes fields of one task/, /ID of the task, from List Tasks/],
		read: /Draw the icons/,
		writes: [{ method: 'PUT', path: '/v1/tasks/task_icons', body: { status: 'open' } }],
	},
	{
		wish: 'Mark the welcome text as completed.',
		tool: 'Update_Task',
		arguments: { task_id: 'task_text', status: 'completed' },
		told: [/for example its status/, /Status, spelled as in the tasks/],
		read: /Write the welcome text/,
		writes: [{ method: 'PUT', path: '/v1/tasks/task_text', body: { status: 'completed' } }],
	},
];

/** As n8n's editor writes it if a person lets the model fill in a parameter: the model only gets its label. */
const fromModel = (label: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${label}', \`\`, 'string') }}`;

const mappedBy = (...names: string[]): INodeParameters => ({
	mappingMode: 'defineBelow',
	value: Object.fromEntries(names.map((name) => [name, fromModel(name)])),
	matchingColumns: names.slice(0, 1),
	schema: [],
});

/** With tools without a description: n8n describes them with the text of the operation. */
const WITHOUT_DESCRIPTION: Array<Task & { parameters: INodeParameters }> = [
	{
		wish: 'Delete the task with the icons.',
		tool: 'Tool',
		parameters: { resource: 'task', operation: 'delete', taskId: byId(fromModel('Task')) },
		arguments: { Task: 'task_icons' },
		told: [/delete a task in Project Workspace/i],
		read: /deleted\W+true.*task_icons/,
		writes: [{ method: 'DELETE', path: '/v1/tasks/task_icons' }],
	},
	{
		wish: 'Invite dora@example.com.',
		tool: 'Tool',
		parameters: { resource: 'user', operation: 'invite', fields: mappedBy('email') },
		arguments: { email: 'dora@example.com' },
		told: [/invite a user in Project Workspace/i],
		read: /dora@example\.com/,
		writes: [{ method: 'POST', path: '/v1/users', body: { email: 'dora@example.com' } }],
	},
	{
		wish: 'Run the weekly report.',
		tool: 'Tool',
		parameters: {
			resource: 'workflow',
			operation: 'trigger',
			workflowId: byId(fromModel('Workflow')),
		},
		arguments: { Workflow: 'workflow_report' },
		told: [/trigger a workflow in Project Workspace/i],
		read: /workflow_report/,
		writes: [{ method: 'POST', path: '/v1/workflows/workflow_report/trigger' }],
	},
	{
		wish: 'There has to be an open task "Draw the floor plan".',
		tool: 'Tool',
		parameters: { resource: 'task', operation: 'upsert', fields: mappedBy('title', 'status') },
		arguments: { title: 'Draw the floor plan', status: 'open' },
		told: [/create or update a task in Project Workspace/i],
		read: /task_plan/,
		writes: [{ method: 'PUT', path: '/v1/tasks/task_plan', body: { status: 'open' } }],
	},
];

/** What the model knows about a tool before it calls it. */
function toolTold(model: Model, name: string) {
	const { description = '', parameters } = model.tool(name) ?? {};
	return { description, ...(parameters as Parameters) }; // the JSON schema of an object, by OpenAI's API
}

async function expectDone(task: Task, model: Model, read: string) {
	const { description, properties, required = [] } = toolTold(model, task.tool);
	const texts = [description, ...Object.values(properties).map((each) => each.description)];
	for (const told of task.told) expect(texts.join('\n')).toMatch(told);
	expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(task.arguments)));
	expect(Object.keys(task.arguments)).toEqual(expect.arrayContaining(required));
	// One turn for the call, one for the answer.
	expect(model.toolResults()).toHaveLength(1);
	expect(model.asked).toHaveLength(2);
	expect(read).toMatch(task.read);
	const writes = (await sandbox.requests()).filter(({ method }) => method !== 'GET');
	expect(writes).toMatchObject(task.writes);
	expect(writes).toHaveLength(task.writes.length);
}

beforeEach(() => sandbox.reset());
afterEach(closeModels);

describe('an agent with the tools of the template', () => {
	const run = async ({ wish, tool, arguments: given }: Task) => {
		const model = await modelThatCalls(tool, given);
		const template = await importTemplate('5-ai-agent-for-tasks', {
			credentials: { openAiApi: await createCredential('openAiApi', model.credential) },
			pinData: {
				Chat: [{ json: { action: 'sendMessage', sessionId: wish, chatInput: wish } }],
			},
		});
		const { error } = await n8n.run(template.id, 'Chat');
		expect(error).toBeUndefined();
		return { model, read: model.toolResults().join() };
	};

	it.each(WITH_TEMPLATE)('$wish', async (task) => {
		const { model, read } = await run(task);
		await expectDone(task, model, read);
	});

	it('gets a description of each tool and each of its parameters', async () => {
		const [task] = WITH_TEMPLATE;
		if (!task) throw new Error('no task');
		const { model } = await run(task);
		const names = model.toolNames(0).toSorted();
		expect(names).toEqual([
			...['Count_Tasks', 'Create_Task', 'List_Projects', 'List_Tasks', 'Update_Task'],
		]);
		for (const name of names) {
			const { description, properties } = toolTold(model, name);
			expect(description).toMatch(/^[A-Z].*\.$/);
			for (const [parameter, { description: text = '' }] of Object.entries(properties ?? {})) {
				// n8n's name for the input of a tool without parameters.
				if (parameter !== 'input')
					expect({ parameter, text }).toMatchObject({
						text: expect.stringMatching(/\w+ \w+/) as string,
					});
			}
		}
	});
});

describe.each(major.agents)('an agent of version %s with a tool that n8n describes', (version) => {
	it.each(WITHOUT_DESCRIPTION)('$wish', async (task) => {
		const tool: Tool = { name: task.tool, parameters: task.parameters };
		const { model, read, error } = await ask(version, tool, task.arguments);
		expect(error).toBeUndefined();
		await expectDone(task, model, read);
	});
});
