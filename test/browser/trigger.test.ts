import type { Page } from 'playwright-core';

import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';
import { credentialData, sandbox } from '../e2e/sandbox';
import { withCredential } from '../e2e/workflows';
import { closeBrowser, inBrowser } from './browser';
import { credentialDialog, execute, open, openTrigger } from './editor';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** A credential without a signing secret, as before the trigger is set up. */
async function unsignedCredential() {
	const data = { ...credentialData, signingSecret: '' };

	return withCredential(await n8n.createCredential('projectWorkspaceApi', data));
}

/** Adds a webhook with the trigger's URL in the account settings, and enters its secret in the credential. */
async function setUp(page: Page, which: 'test' | 'production'): Promise<Page> {
	await page.getByText('Webhook URLs', { exact: true }).click();
	await page.getByTestId(`radio-button-${which}`).click();
	const start = `${place.n8nUrl}/webhook${which === 'test' ? '-test' : ''}/`;
	const url = page.getByTestId('node-parameters').getByText(start);
	await url.waitFor();

	const settings = await page.context().newPage();
	await settings.goto(`${place.sandboxOrigin}/settings`);
	await settings
		.getByRole('textbox', { name: 'URL' })
		.fill((await url.textContent())?.trim() ?? '');
	await settings.getByRole('button', { name: 'Add webhook' }).click();
	const secret = (await settings.locator('.card .secret').textContent()) ?? '';

	await page.getByTestId('credential-edit-button').click();
	const { dialog, field, save } = credentialDialog(page);
	await field('signingSecret').fill(secret);
	await save();
	await dialog.getByText('Connection tested successfully').waitFor();
	await dialog.getByRole('button', { name: 'Close' }).click();
	await dialog.waitFor({ state: 'detached' });
	return settings;
}

async function sendEvent(settings: Page, event: string): Promise<void> {
	await settings.locator('select[name=event]').selectOption(event);
	await settings.getByRole('button', { name: 'Send event' }).click();
}

async function publish(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
}

inBrowser('is set up with the account settings, published, and started', async (page) => {
	const events = ['task.created'];
	const path = await openTrigger(page, 'Trigger', { events }, await unsignedCredential());
	const settings = await setUp(page, 'production');
	await publish(page);
	await page.getByText('now start this n8n workflow').waitFor();

	await sendEvent(settings, 'task.created');
	await open(page, `${path}/executions`);
	await page
		.getByText(/Succeeded/)
		.first()
		.waitFor();
});

inBrowser('shows a delivery to the test URL in the output', async (page) => {
	await openTrigger(page, 'Trigger', { events: ['task.completed'] }, await unsignedCredential());
	const settings = await setUp(page, 'test');
	await page.getByTestId('node-execute-button').first().click();
	await page.getByText('Listening for test event').waitFor();
	await sendEvent(settings, 'task.completed');

	await page.getByTestId('output-panel').getByText('task.completed').first().waitFor();
});

inBrowser('the polling trigger shows real records', async (page) => {
	const parameters = { pollTimes: { item: [{ mode: 'everyMinute' }] }, watchFields: ['status'] };
	await openTrigger(page, 'PollingTrigger', parameters);
	const output = await execute(page, 'success');

	await output.getByText('Order moving boxes').first().waitFor();
	await output.getByText('_change', { exact: true }).first().waitFor();
});
