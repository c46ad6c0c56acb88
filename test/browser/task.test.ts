import { n8n } from '../e2e/n8n';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import {
	chooseOption,
	execute,
	mapChoice,
	mapField,
	openList,
	openNode,
	pickFromList,
} from './editor';
import { newCredential } from './trigger-setup';
import { workflowWithNode } from './workflows';

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** What the node sent to change something. */
async function writes() {
	const sent = (await sandbox.requests()).filter(({ method }) => method !== 'GET');
	return sent.map(({ method, path, body }) => ({ method, path, body }));
}

inBrowser('maps fields that were found in the records, and sends them', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'create' }));

	await mapField(page, 'title', 'Hang up the lanterns');

	const output = await execute(page, 'success');
	await output.getByText('Hang up the lanterns').first().waitFor();
	expect(await writes()).toEqual([
		{ method: 'POST', path: '/v1/tasks', body: { title: 'Hang up the lanterns' } },
	]);
});

inBrowser('picks a project from a narrowed list, and sends it with the new task', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'create' }));

	await pickFromList(page, 'projectId', 'office move');
	await mapField(page, 'title', 'Hang up the lanterns');

	const output = await execute(page, 'success');
	await output.getByText('project_move').first().waitFor();
	const body = { project_id: 'project_move', title: 'Hang up the lanterns' };
	expect(await writes()).toEqual([{ method: 'POST', path: '/v1/tasks', body }]);
});

inBrowser('narrows the list of tasks to the chosen project', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'update' }));

	await pickFromList(page, 'taskProjectId', 'office move');
	const tasks = await openList(page, 'taskId');
	expect((await tasks.allTextContents()).map((text) => text.trim())).toEqual([
		expect.stringContaining('Order moving boxes'),
		expect.stringContaining('Draw the floor plan'),
	]);
	await tasks.first().click();
	await mapField(page, 'title', 'Order many boxes');

	const output = await execute(page, 'success');
	await output.getByText('Order many boxes').first().waitFor();
	expect(await writes()).toEqual([
		{ method: 'PUT', path: '/v1/tasks/task_boxes', body: { title: 'Order many boxes' } },
	]);
});

inBrowser('offers the values that the records have as choices, and sends one', async (page) => {
	for (let made = 0; made < 10; made += 1) {
		await sandbox.addRecord('tasks', { title: `Task ${made}`, status: 'open' });
	}
	// The node keeps a list for some seconds, and with another key it reads one of its own.
	const credential = await newCredential(page, 'ac_test_sandbox_enterprise_made_up_0002');
	const parameters = { resource: 'task', operation: 'create' };
	await openNode(page, await workflowWithNode(parameters, credential));

	const choices = await mapChoice(page, 'status', 'in_progress');
	expect(choices).toEqual(['completed', 'in_progress', 'open']);

	const output = await execute(page, 'success');
	await output.getByText('in_progress').first().waitFor();
	expect(await writes()).toEqual([
		{ method: 'POST', path: '/v1/tasks', body: { status: 'in_progress' } },
	]);
});

inBrowser('lets go of the fields of a task when another resource is chosen', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'create' }));
	await mapField(page, 'title', 'Hang up the lanterns');

	const list = (name: string) => page.getByTestId(`parameter-input-${name}`).getByRole('combobox');
	await chooseOption(page, list('resource').first(), 'Project');
	await chooseOption(page, list('operation').first(), 'Create');
	await mapField(page, 'name', 'Balloon ride');

	await execute(page, 'success');
	expect(await writes()).toEqual([
		{ method: 'POST', path: '/v1/projects', body: { name: 'Balloon ride' } },
	]);
});
