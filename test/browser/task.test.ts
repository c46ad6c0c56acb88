import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { chooseOption, execute, mapField, openList, openNode, pickFromList } from './editor';
import { workflowWithNode } from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** The writing requests of the node. */
async function writes() {
	const sent = (await sandbox.requests()).filter(({ method }) => method !== 'GET');
	return sent.map(({ method, path, body }) => ({ method, path, body }));
}

inBrowser('shows the fields of the records, and sends the mapped ones', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'create' }));

	await mapField(page, 'title', 'Hang up the lanterns');

	const output = await execute(page, 'success');
	await output.getByText('Hang up the lanterns').first().waitFor();
	expect(await writes()).toEqual([
		{ method: 'POST', path: '/v1/tasks', body: { title: 'Hang up the lanterns' } },
	]);
});

inBrowser('sends the project that was selected from a searched list', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'create' }));

	await pickFromList(page, 'projectId', 'office move');
	await mapField(page, 'title', 'Hang up the lanterns');

	const output = await execute(page, 'success');
	await output.getByText('project_move').first().waitFor();
	const body = { project_id: 'project_move', title: 'Hang up the lanterns' };
	expect(await writes()).toEqual([{ method: 'POST', path: '/v1/tasks', body }]);
});

inBrowser('limits the list of tasks to the selected project', async (page) => {
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

inBrowser('removes the fields of a task when another resource is selected', async (page) => {
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
