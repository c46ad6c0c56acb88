import type { Page } from 'playwright-core';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser, picture } from './browser';
import { execute, newCredentialDialog, openNode } from './editor';
import { workflowWithNode, workflowWithPolling } from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** Waits for all labels in the open node. */
async function shows(page: Page, labels: string[]): Promise<void> {
	const panel = page.getByTestId('node-parameters');
	for (const label of labels) await panel.getByText(label, { exact: true }).first().waitFor();
}

inBrowser(
	'Get Many with Sort and Additional Headers shows the records in this order',
	async (page) => {
		const options = {
			sort: { field: [{ name: 'title', direction: 'desc' }] },
			headers: { header: [{ name: 'X-Tenant', value: 'example' }] },
		};
		const tasks = { resource: 'task', operation: 'getAll', limit: 2, options };
		await openNode(page, await workflowWithNode(tasks));
		await shows(page, ['Sort', 'Field Name or ID', 'Direction', 'Additional Headers']);
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
	const labels = ['Changed Since', 'Parameter', 'Format', 'Overlap (Minutes)'];
	await shows(page, [...labels, 'Full Read Every (Hours)']);
	const output = await execute(page, 'success');
	await output.getByText('_change', { exact: true }).first().waitFor();
	await picture(page, 'options-changed-since');
});

inBrowser('the credential has Additional Headers, with values that are hidden', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'user', operation: 'getAll' }, {}));
	const { dialog } = await newCredentialDialog(page);
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
		const { dialog } = await newCredentialDialog(page);
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
