import type { Page } from 'playwright-core';
import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, newPage, picture } from './browser';
import {
	chooseOption,
	execute,
	mapField,
	openList,
	openNode,
	openNodePanel,
	searchNodes,
} from './editor';
import { newCredential } from './trigger-setup';
import { workflowWithNode, workflowWithPolling, workflowWithTrigger } from './workflows';

const DEMO = 'Tour: create a project with a task and complete it';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** n8n's notifications cover a part of the picture for some seconds. */
async function closeMessages(page: Page): Promise<void> {
	const close = page.locator('.el-notification__closeBtn');
	for (let open = await close.count(); open > 0; open -= 1) {
		await close
			.first()
			.click({ timeout: 5_000 })
			.catch(() => {});
	}
	await page.locator('.el-notification').first().waitFor({ state: 'detached' });
}

const scenes: Record<string, (page: Page) => Promise<void>> = {
	async 'node-panel'(page) {
		await openNodePanel(page);
		const found = await searchNodes(page, 'project workspace');
		await found.getByText('Project Workspace', { exact: true }).click();
		await page.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }).click();
		await page.getByText('Create a task', { exact: true }).waitFor();
	},

	async list(page) {
		await openNode(page, await workflowWithNode({ resource: 'task', operation: 'update' }));
		await openList(page, 'taskId');
	},

	async node(page) {
		await openNode(page, await workflowWithNode({ resource: 'task', operation: 'create' }));
		await mapField(page, 'title', 'Hang up the lanterns');
		await execute(page, 'success');
		await closeMessages(page);
	},

	async 'create-or-update'(page) {
		const parameters = { resource: 'task', operation: 'upsert' };
		await openNode(page, await workflowWithNode(parameters));
		await chooseOption(page, page.getByTestId('matching-column-select'), 'Title');
		await page.keyboard.press('Escape');
		const title = page.getByTestId('mapping-fields-container').getByRole('textbox').first();
		await title.fill('Hang up the lanterns');
		await execute(page, 'success');
		await closeMessages(page);
	},

	async credential(page) {
		await openNode(page, await workflowWithNode({ resource: 'task', operation: 'getAll' }));
		await page.getByTestId('credential-edit-button').click();
		await page.getByText('Connection tested successfully').waitFor();
		// Its button fades from a waiting sign to its word.
		const fading = page.getByTitle('Retry credential test').locator('[class*="n8n-button-fade"]');
		await fading.first().waitFor({ state: 'detached' });
	},

	async 'settings-page'(page) {
		const webhook = { url: `${place.n8nUrl}/webhook/6ed76cfa-204a-4000-a47f-aa5fcf697e54/webhook` };
		await page
			.context()
			.request.post(`${place.sandboxOrigin}/_sandbox/webhooks`, { data: webhook });
		await page.goto(`${place.sandboxOrigin}/settings#webhooks`);
		await page.locator('summary', { hasText: 'Signing secret' }).click();
	},

	async trigger(page) {
		const credential = await newCredential(page);
		await openNode(page, await workflowWithTrigger(credential, ['task.created', 'task.completed']));
		await page.getByText('Webhook URLs', { exact: true }).click();
		await page.getByTestId('radio-button-production').click();
		await page.getByText(`${place.n8nUrl}/webhook/`).waitFor();
	},

	async 'polling-trigger'(page) {
		await openNode(page, await workflowWithPolling({ watchFields: ['status'] }));
		await execute(page, 'success');
		await closeMessages(page);
	},

	async canvas(page) {
		const demo = (await n8n.workflows()).find(({ name }) => name === DEMO);
		if (!demo) throw new Error(`npm start did not import "${DEMO}"`);
		await page.goto(`/workflow/${demo.id}`);
		await page.getByTestId('execute-workflow-button').first().click();
		await page.getByText('Workflow executed successfully').waitFor();
		await closeMessages(page);
		await page.getByTestId('zoom-to-fit').click();
	},
};

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
	it.each(Object.entries(scenes))('%s', async (name, show) => {
		const page = await newPage(colorScheme);
		try {
			await show(page);
			await page.mouse.move(0, 0);
			await picture(page, `${name}-${colorScheme}`);
		} finally {
			await page.context().close();
		}
	});
});
