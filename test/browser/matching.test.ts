import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { chooseOption, execute, openNode } from './editor';
import { newCredential } from './trigger-setup';
import { workflowWithNode } from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

inBrowser('creates a task if none matches the selected field', async (page) => {
	const parameters = { resource: 'task', operation: 'upsert' };
	await openNode(page, await workflowWithNode(parameters, await newCredential(page)));

	await chooseOption(page, page.getByTestId('matching-column-select'), 'Title');
	await page.keyboard.press('Escape');
	await page
		.getByTestId('mapping-fields-container')
		.getByRole('textbox')
		.first()
		.fill('Hang up the lanterns');

	const output = await execute(page, 'success');
	await output.getByText('1 created.').waitFor();
	const again = await execute(page, 'success');
	await again.getByText('1 unchanged.').waitFor();
	const sent = (await sandbox.requests()).filter(({ method }) => method !== 'GET');
	expect(sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
		{ method: 'POST', path: '/v1/tasks', body: { title: 'Hang up the lanterns' } },
	]);
});

inBrowser('filters a list by the selected field', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'getAll' }));

	const mustMatch = page.getByTestId('parameter-input-combineFilters');
	await page.getByTestId('parameter-input-returnAll').waitFor();
	expect(await mustMatch.count()).toBe(0);
	await page.getByRole('button', { name: 'Add filter' }).click();
	await mustMatch.waitFor();
	const field = page.getByTestId('parameter-input-field').first().getByRole('combobox');
	await chooseOption(page, field, 'Status');
	await page.getByTestId('parameter-input-value').getByRole('textbox').fill('completed');

	const output = await execute(page, 'success');
	await output.getByText('Draw the floor plan').first().waitFor();
	expect(await output.getByText('Order moving boxes').count()).toBe(0);
	await output.getByText('1 of 4 records read match the filters').waitFor();
	await page.getByTestId('fixed-collection-delete').first().click();
	await mustMatch.waitFor({ state: 'detached' });
});
