import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser, picture } from './browser';
import { execute, openNode } from './editor';
import { workflowWithNode, workflowWithPolling } from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

inBrowser(
	'Get Many with Sort and Additional Headers shows the records in this order',
	async (page) => {
		const options = {
			sort: { field: [{ name: 'title', direction: 'desc' }] },
			headers: { header: [{ name: 'X-Tenant', value: 'example' }] },
		};
		const tasks = { resource: 'task', operation: 'getAll', limit: 2, options };
		await openNode(page, await workflowWithNode(tasks));
		const panel = page.getByTestId('node-parameters');
		for (const label of ['Sort', 'Field Name or ID', 'Direction', 'Additional Headers']) {
			await panel.getByText(label, { exact: true }).first().waitFor();
		}
		const output = await execute(page, 'success');
		for (const title of ['Write the welcome text', 'Order moving boxes']) {
			await output.getByText(title).first().waitFor();
		}
		expect(await output.getByText('Draw the icons').count()).toBe(0);
		await picture(page, 'options-sort-and-headers');
	},
);

inBrowser('the polling trigger shows what Changed Since needs, and real records', async (page) => {
	const settings = { parameter: 'updated_since' };
	const options = { changedSince: { settings } };
	await openNode(page, await workflowWithPolling({ options }));
	const panel = page.getByTestId('node-parameters');
	for (const label of [
		'Changed Since',
		'Parameter',
		'Format',
		'Overlap (Minutes)',
		'Full Read Every (Hours)',
	]) {
		await panel.getByText(label, { exact: true }).first().waitFor();
	}
	const output = await execute(page, 'success');
	await output.getByText('_change', { exact: true }).first().waitFor();
	await picture(page, 'options-changed-since');
});

inBrowser('the credential has Additional Headers, with values that are hidden', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'user', operation: 'getAll' }, {}));
	await page.getByTestId('node-credentials-select').click();
	await page.getByTestId('node-credentials-select-item-new').click();
	const dialog = page.getByTestId('editCredential-modal');
	await dialog.getByText('Additional Headers', { exact: true }).waitFor();
	await dialog.getByText('Add header', { exact: true }).click();
	const value = dialog.getByTestId('parameter-input-value').locator('input');
	expect(await value.getAttribute('type')).toBe('password');
	await picture(page, 'options-credential-headers');
});

inBrowser(
	'Service Details are empty at first, and only ask for what the pagination needs',
	async (page) => {
		await openNode(page, await workflowWithNode({ resource: 'user', operation: 'getAll' }, {}));
		await page.getByTestId('node-credentials-select').click();
		await page.getByTestId('node-credentials-select-item-new').click();
		const dialog = page.getByTestId('editCredential-modal');
		const isShown = async (label: string) =>
			await dialog.getByText(label, { exact: true }).first().isVisible();
		expect(await isShown('Pagination')).toBe(false);
		await dialog.getByText('Add details', { exact: true }).click();
		await dialog.getByText('Pagination', { exact: true }).waitFor();
		expect(await isShown('Page Parameter')).toBe(false);
		await dialog.getByTestId('parameter-input-style').click();
		await page.getByText('Page Number', { exact: true }).last().click();
		await dialog.getByText('First Page', { exact: true }).waitFor();
		expect([await isShown('Page Parameter'), await isShown('Next Page Path')]).toEqual([
			true,
			false,
		]);
		await picture(page, 'options-service-details');
	},
);
