import { resources } from '../../nodes/ProjectWorkspace/resources';
import { place } from '../e2e/place';
import { PRO_KEY, sandbox, writes } from '../e2e/sandbox';
import { byId } from '../e2e/workflows';
import { closeBrowser, inBrowser } from './browser';
import {
	credentialDialog,
	execute,
	mapField,
	matchOnTitle,
	openAction,
	pickFromList,
	searchNodes,
} from './editor';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

const sent = async () => (await writes()).map(({ method, path, body }) => ({ method, path, body }));

inBrowser('the node panel finds the node and adds an action', async (page) => {
	const found = await searchNodes(page, 'project workspace');
	await found.getByText('Project Workspace', { exact: true }).click();
	await found.getByText('On task created', { exact: true }).waitFor();
	await page.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }).click();
	await found.getByText('Create task', { exact: true }).click();

	const resource = page.getByTestId('parameter-input-resource').locator('input').first();
	expect(await resource.inputValue()).toBe('Task');
});

inBrowser('a new credential is rejected with a message, or accepted', async (page) => {
	await openAction(page, { resource: 'user', operation: 'getAll' }, {});
	await page.getByTestId('node-credentials-select').click();
	await page.getByTestId('node-credentials-select-item-new').click();
	const { dialog, field, save } = credentialDialog(page);
	await field('baseUrl').fill(`${place.sandboxOrigin}/v1`);
	await field('apiKey').fill('ac_test_not_known');
	await save();
	await dialog.getByText('More details').click();
	await dialog.getByText('The service rejected the API key').first().waitFor();

	await field('apiKey').fill(PRO_KEY);
	await save();
	await dialog.waitFor({ state: 'detached' });
});

inBrowser('a task is created with a project and a field from the lists', async (page) => {
	await openAction(page, { resource: 'task', operation: 'create' });
	await pickFromList(page, 'projectId', 'office move');
	await mapField(page, 'title', 'Hang up the lanterns');
	const output = await execute(page, 'success');

	await output.getByText('project_move').first().waitFor();
	const body = { project_id: 'project_move', title: 'Hang up the lanterns' };
	expect(await sent()).toEqual([{ method: 'POST', path: '/v1/tasks', body }]);
});

inBrowser('Create or Update creates a task once', async (page) => {
	await openAction(page, { resource: 'task', operation: 'upsert' });
	await matchOnTitle(page, 'Hang up the lanterns');

	await (await execute(page, 'success')).getByText('1 created').waitFor();
	await (await execute(page, 'success')).getByText('1 unchanged').waitFor();
	expect(await sent()).toHaveLength(1);
});

inBrowser("shows the service's message, and a warning about a list", async (page) => {
	await openAction(page, { resource: 'user', operation: 'get', userId: byId('nobody') });
	const rejected = await execute(page, 'danger');
	await rejected.getByText('There is no user with the ID nobody').first().waitFor();

	await sandbox.settings({ pagination: { style: 'array', pageSize: 50 } });
	await openAction(page, { resource: 'task', operation: 'getAll', returnAll: true });
	const output = await execute(page, 'success');
	await output.getByText('The list may be incomplete: 4 records were read').waitFor();
});

/** Names in code: snake_case, camelCase. */
const RAW_NAME = /[a-z]_[a-z]|^[a-z]+[A-Z]/;

inBrowser('every operation has readable labels, and nothing is cut off', async (page) => {
	for (const { name, endpoints } of resources) {
		for (const operation of Object.keys(endpoints)) {
			await openAction(page, { resource: name, operation });
			const panel = page.getByTestId('node-parameters');
			await panel.getByText('Options', { exact: true }).waitFor();
			const labels = await panel.locator('label [class*="title"]').allTextContents();
			const tooWide = await panel.evaluate((element) => {
				const edge = element.getBoundingClientRect().right + 1;
				return [...element.querySelectorAll('label, input, button, .n8n-notice')]
					.filter((each) => each.getBoundingClientRect().right > edge)
					.map((each) => each.textContent);
			});

			expect(labels.filter((text) => RAW_NAME.test(text.trim()))).toEqual([]);
			expect(tooWide).toEqual([]);
		}
	}
});
