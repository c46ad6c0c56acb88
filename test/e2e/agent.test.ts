import type { INodeParameters } from 'n8n-workflow';

import { modelThatCalls } from './chatModel';
import { major } from './majors';
import { eventually, n8n } from './n8n';
import { sandbox, writes } from './sandbox';
import { importTemplate } from './template';
import { byId, chain, connection, node, OURS, withCredential } from './workflows';

type Model = Awaited<ReturnType<typeof modelThatCalls>>;

let model: Model;

beforeEach(() => sandbox.reset());
afterEach(() => model.close());

type Task = [tool: string, input: Record<string, unknown>, reads: RegExp, writes: object[]];

const TASKS: Task[] = [
	['List_Projects', {}, /project_site.*project_move/s, []],
	[
		'List_Tasks',
		{ project_id: 'project_site', status: 'open' },
		/task_text(?!.*task_icons)(?!.*task_boxes)/s,
		[],
	],
	['Count_Tasks', { status: 'open' }, /count\W+2\b/, []],
	[
		'Create_Task',
		{ title: 'Hang lamps', project_id: 'project_move', due_date: '', status: '' },
		/Hang lamps/,
		[{ method: 'POST', body: { title: 'Hang lamps', project_id: 'project_move' } }],
	],
	[
		'Update_Task',
		{ task_id: 'task_icons', status: 'open' },
		/Draw the icons/,
		[{ method: 'PUT', path: '/v1/tasks/task_icons', body: { status: 'open' } }],
	],
];

/** The link behind the button with which a person approves the call of a tool in the chat. */
const approvalOf = (executionId: string) =>
	eventually(async () => {
		const { data } = await n8n.rest<{ data: string }>('GET', `/executions/${executionId}`);
		return /http[^"\\]+approved=true[^"\\]*/.exec(data)?.[0];
	});

describe('an agent with the tools of the template', () => {
	it.each(TASKS)('calls %s with %j', async (tool, input, reads, sent) => {
		const isReviewed = tool === 'Update_Task' && major.reviewsTools;
		// n8n puts the input of a reviewed tool into one of the review.
		const given = isReviewed ? { toolParameters: input, hitlParameters: {} } : input;
		model = await modelThatCalls(tool, given);
		const chat = { action: 'sendMessage', sessionId: tool, chatInput: 'Do it' };
		const template = await importTemplate('6-ai-agent-for-tasks', {
			openAiApi: await n8n.createCredential('openAiApi', model.credential),
			pinData: { Chat: [{ json: chat }] },
		});
		const { executionId = '' } = await n8n.start(template.id, 'Chat');
		if (isReviewed) {
			const link = await approvalOf(executionId);
			expect(await writes()).toEqual([]);
			// n8n ignores what looks like a bot.
			await fetch(link, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/130.0' } });
		}
		await eventually(async () => model.result() || undefined);

		expect(model.result()).toMatch(reads);
		expect(await writes()).toMatchObject(sent);
		for (const { description } of model.tools()) expect(description).toMatch(/^[A-Z].*\.$/);
	});
});

/** As n8n's editor writes it if a person lets the model fill in a parameter. */
const fromModel = (name: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, 'string') }}`;

/** An agent with one tool, which n8n describes. */
async function ask(parameters: INodeParameters, input: Record<string, unknown>) {
	model = await modelThatCalls('Tool', input);
	const openAiApi = await n8n.createCredential('openAiApi', model.credential);
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', {
		typeVersion: major.agent,
		parameters: { promptType: 'define', text: 'Do it', options: {} },
	});
	const chatModel = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', {
		typeVersion: 1.2,
		parameters: { model: byId('scripted'), options: { maxRetries: 0 } },
		credentials: { openAiApi: { id: openAiApi, name: 'Made up' } },
	});
	const tool = node('Tool', `${OURS}Tool`, {
		parameters: { options: {}, ...parameters },
		...withCredential(),
	});
	const workflow = chain([node('Start', 'n8n-nodes-base.manualTrigger'), agent]);
	const { id } = await n8n.store({
		...workflow,
		nodes: [...workflow.nodes, chatModel, tool],
		connections: {
			...workflow.connections,
			...connection('Model', 'Agent', 'ai_languageModel'),
			...connection('Tool', 'Agent', 'ai_tool'),
		},
	});

	return await n8n.run(id, 'Start');
}

describe('an agent with a tool that n8n describes', () => {
	const deleteTask = { resource: 'task', operation: 'delete', taskId: byId(fromModel('Task')) };

	it('deletes a task', async () => {
		const { error } = await ask(deleteTask, { Task: 'task_icons' });

		expect(error).toBeUndefined();
		expect(model.tools()[0]?.description).toMatch(/delete task in Project Workspace/i);
		expect(model.result()).toMatch(/deleted\W+true/);
		expect(await writes()).toMatchObject([{ method: 'DELETE', path: '/v1/tasks/task_icons' }]);
	});
});
