import type { Page } from 'playwright-core';

import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, newPage, picture } from './browser';
import {
	execute,
	mapField,
	matchOnTitle,
	openAction,
	openList,
	openTrigger,
	searchNodes,
} from './editor';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** n8n's notifications cover a part of the picture for some seconds. */
async function closeMessages(page: Page): Promise<void> {
	const messages = page.locator('.el-notification');
	for (const button of await messages.locator('.el-notification__closeBtn').all()) {
		await button.click({ timeout: 5_000 }).catch(() => {});
	}
	await messages.first().waitFor({ state: 'detached' });
}

const scenes: Record<string, (page: Page) => Promise<void>> = {
	async 'node-panel'(page) {
		const found = await searchNodes(page, 'project workspace');
		await found.getByText('Project Workspace', { exact: true }).click();
		await page.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }).click();
		await page.getByText('Create task', { exact: true }).waitFor();
	},

	async list(page) {
		await openAction(page, { resource: 'task', operation: 'update' });
		await openList(page, 'taskId');
	},

	async node(page) {
		await openAction(page, { resource: 'task', operation: 'create' });
		await mapField(page, 'title', 'Hang up the lanterns');
		await execute(page, 'success');
		await closeMessages(page);
	},

	async 'create-or-update'(page) {
		await openAction(page, { resource: 'task', operation: 'upsert' });
		await matchOnTitle(page, 'Hang up the lanterns');
		await execute(page, 'success');
		await closeMessages(page);
	},

	async credential(page) {
		await openAction(page, { resource: 'task', operation: 'getAll' });
		await page.getByTestId('credential-edit-button').click();
		await page.getByText('Connection tested successfully').waitFor();
		// Its button fades from a waiting sign to its word.
		const fading = page.getByTitle('Retry credential test').locator('[class*="n8n-button-fade"]');
		await fading.first().waitFor({ state: 'detached' });
	},

	async 'settings-page'(page) {
		const url = `${place.n8nUrl}/webhook/6ed76cfa-204a-4000-a47f-aa5fcf697e54/webhook`;
		await sandbox.control('POST', '/webhooks', { url });
		await page.goto(`${place.sandboxOrigin}/settings`);
	},

	async trigger(page) {
		await openTrigger(page, 'Trigger', { events: ['task.created', 'task.completed'] });
		await page.getByText('Webhook URLs', { exact: true }).click();
		await page.getByTestId('radio-button-production').click();
		await page.getByText(`${place.n8nUrl}/webhook/`).waitFor();
	},

	async 'polling-trigger'(page) {
		const parameters = { pollTimes: { item: [{ mode: 'everyMinute' }] }, watchFields: ['status'] };
		await openTrigger(page, 'PollingTrigger', parameters);
		await execute(page, 'success');
		await closeMessages(page);
	},

	async canvas(page) {
		const workflows = await n8n.rest<Array<{ id: string; name: string }>>('GET', '/workflows');
		const imported = workflows.find(({ name }) => name === 'First steps');
		await page.goto(`/workflow/${imported?.id}`);
		await page.getByTestId('execute-workflow-button').first().click();
		await page.getByText('Workflow executed successfully').waitFor();
		await closeMessages(page);
		await page.getByTestId('zoom-to-fit').click();
	},
};

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
	it.each(Object.entries(scenes))('%s', async (name, show) => {
		const page = await newPage(colorScheme);
		await show(page);
		await page.mouse.move(0, 0);
		await picture(page, `${name}-${colorScheme}`);
		await page.context().close();
	});
});
