import type { Page } from 'playwright-core';
import { place } from '../e2e/place';
import { SANDBOX_PRO, sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import {
	chooseOption,
	execute,
	newCredentialDialog,
	open,
	openNodePanel,
	searchNodes,
} from './editor';
import { workflowWithRows } from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** Counts the clicks of a person from now on; keys do not count. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
	let clicks = 0;
	await page.exposeFunction('clicked', () => (clicks += 1));
	await page.addInitScript(
		"addEventListener('pointerdown', (event) => event.isTrusted && clicked(), true)",
	);
	return async () => {
		// Calls from the page arrive in order.
		await page.evaluate('0');
		return clicks;
	};
}

/** n8n selects the only credential in a new node; others are left over from other tests. */
async function deleteOtherCredentials(page: Page): Promise<void> {
	const { request } = page.context();
	const { data } = (await (await request.get('/rest/credentials')).json()) as {
		data: Array<{ id: string; type: string }>;
	};
	const others = data.filter(
		({ id, type }) => type === 'projectWorkspaceApi' && id !== place.credentialId,
	);
	for (const { id } of others) await request.delete(`/rest/credentials/${id}`);
}

async function addAction(page: Page, action: string): Promise<void> {
	const found = await searchNodes(page, 'project workspace');
	await found.getByText('Project Workspace', { exact: true }).click();
	const actions = page.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' });
	const wanted = page.getByTestId('node-creator-item-name').getByText(action, { exact: true });
	await wanted.or(actions).first().waitFor();
	if (!(await wanted.isVisible())) await actions.click();
	await wanted.click();
	await page.getByTestId('node-parameters').waitFor();
}

inBrowser('the first records take at most eight clicks from the empty canvas', async (page) => {
	const clicks = await countClicks(page);
	await deleteOtherCredentials(page);
	await openNodePanel(page);
	await addAction(page, 'Get many tasks');

	const { dialog, field, save } = await newCredentialDialog(page);
	await field('apiKey').fill(SANDBOX_PRO);
	await field('baseUrl').fill(`${place.sandboxOrigin}/v1`);
	await save();
	await dialog.waitFor({ state: 'detached' });

	const output = await execute(page, 'success');
	await output.getByText('Order moving boxes').first().waitFor();
	expect(await clicks()).toBeLessThanOrEqual(8);
});

const rows = [
	{ title: 'Draw the icons', status: 'completed' },
	{ title: 'Hang up the lanterns', status: 'open' },
	{ title: 'Order moving boxes', status: 'open' },
];

inBrowser(
	'a preview of three rows takes at most ten clicks from the node that has them',
	async (page) => {
		const clicks = await countClicks(page);
		await deleteOtherCredentials(page);
		const { path } = await workflowWithRows(rows);
		await open(page, path);
		await page.getByTestId('canvas-handle-plus').last().click();
		await page.getByTestId('node-creator-search-bar').waitFor();
		await addAction(page, 'Create or update a task');

		await page.getByTestId('matching-column-select').waitFor();
		const mapper = page.getByTestId('mapping-mode-select');
		await chooseOption(page, mapper, 'Map Automatically');
		await chooseOption(page, page.getByTestId('matching-column-select'), 'Title');
		await page.keyboard.press('Escape');
		await chooseOption(page, page.getByTestId('collection-parameter-add'), 'Preview Only');
		const output = await execute(page, 'success');
		await output.getByText('Preview only: 1 would be created, 1 updated, 1 unchanged.').waitFor();
		expect(await clicks()).toBeLessThanOrEqual(10);
		const written = (await sandbox.requests()).filter(({ method }) => method !== 'GET');
		expect(written).toEqual([]);
	},
);
