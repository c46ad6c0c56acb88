import type { Page } from 'playwright-core';
import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { openNode } from './editor';
import { newTriggerCredential } from './trigger-setup';
import { workflowWithTrigger } from './workflows';

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** The account settings of the service, in a tab of their own. */
async function openSettings(page: Page): Promise<Page> {
	const settings = await page.context().newPage();
	await settings.goto(`${place.sandboxOrigin}/settings`);
	return settings;
}

/** Adds a webhook as a person does, and reads the secret that is shown. */
async function addWebhook(settings: Page, url: string): Promise<string> {
	await settings.getByRole('textbox', { name: 'URL' }).fill(url);
	await settings.getByRole('button', { name: 'Add webhook' }).click();
	const secret = settings.locator('.notice .secret');
	await secret.waitFor();
	return (await secret.textContent()) ?? '';
}

/** The URL that the trigger shows. */
async function shownUrl(page: Page, which: 'test' | 'production'): Promise<string> {
	await page.getByTestId(`radio-button-${which}`).click();
	const start = `${place.n8nUrl}/webhook${which === 'test' ? '-test' : ''}/`;
	const url = page.getByTestId('node-parameters').getByText(start);
	await url.waitFor();
	return ((await url.textContent()) ?? '').trim();
}

async function enterSecret(page: Page, secret: string): Promise<void> {
	await page.getByTestId('credential-edit-button').click();
	const dialog = page.getByTestId('editCredential-modal');
	await dialog.getByTestId('parameter-input-signingSecret').locator('input').fill(secret);
	await dialog.getByTestId('credential-save-button').click();
	await dialog.getByText('Connection tested successfully').waitFor();
	await dialog.getByRole('button', { name: 'Close' }).click();
	await dialog.waitFor({ state: 'detached' });
}

inBrowser('is set up from the settings page, published, and runs on a delivery', async (page) => {
	const workflow = await workflowWithTrigger(await newTriggerCredential(page));
	await openNode(page, workflow);
	await page.getByText('Webhook URLs', { exact: true }).click();
	const url = await shownUrl(page, 'production');
	const settings = await openSettings(page);
	await enterSecret(page, await addWebhook(settings, url));

	await page.getByTestId('parameter-input-events').click();
	await page.getByRole('option', { name: 'Task Created' }).locator('visible=true').click();
	await page.keyboard.press('Escape');
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByText('Deliveries to the production URL now start this workflow').waitFor();

	await settings.getByRole('button', { name: 'Send a test event' }).click();
	await page.goto(`${workflow.path}/executions`);
	await page
		.getByText(/Succeeded/)
		.first()
		.waitFor();
});
