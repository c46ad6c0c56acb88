import type { Page } from 'playwright-core';
import { open } from './editor';
import { place } from '../e2e/place';

const ACCEPTED = 'ac_test_sandbox_pro_made_up_0001';

/** A credential without a signing secret, as before the trigger is set up. */
export async function newCredential(page: Page, apiKey = ACCEPTED) {
	const name = 'Service with webhooks';
	const answer = await page.context().request.post('/rest/credentials', {
		data: {
			name,
			type: 'projectWorkspaceApi',
			data: { apiKey, baseUrl: `${place.sandboxOrigin}/v1`, plan: 'pro' },
		},
	});
	const { data } = (await answer.json()) as { data: { id: string } };
	return { projectWorkspaceApi: { id: data.id, name } };
}

/** The account settings of the service, in another tab. */
export async function openSettings(page: Page): Promise<Page> {
	const settings = await page.context().newPage();
	await settings.goto(`${place.sandboxOrigin}/settings`);
	return settings;
}

/** Adds a webhook on the page, and returns the secret that it shows. */
export async function addWebhook(settings: Page, url: string): Promise<string> {
	await settings.getByRole('textbox', { name: 'URL' }).fill(url);
	await settings.getByRole('button', { name: 'Add webhook' }).click();
	const secret = settings.locator('.notice .secret');
	await secret.waitFor();
	return (await secret.textContent()) ?? '';
}

/** The URL that the trigger shows. */
export async function shownUrl(page: Page, which: 'test' | 'production'): Promise<string> {
	await page.getByTestId(`radio-button-${which}`).click();
	const start = `${place.n8nUrl}/webhook${which === 'test' ? '-test' : ''}/`;
	const url = page.getByTestId('node-parameters').getByText(start);
	await url.waitFor();
	return ((await url.textContent()) ?? '').trim();
}

/** Enters the secret in the credential of the open node. */
export async function enterSecret(page: Page, secret: string): Promise<void> {
	await page.getByTestId('credential-edit-button').click();
	const dialog = page.getByTestId('editCredential-modal');
	await dialog.getByTestId('parameter-input-signingSecret').locator('input').fill(secret);
	await dialog.getByTestId('credential-save-button').click();
	await dialog.getByText('Connection tested successfully').waitFor();
	await dialog.getByRole('button', { name: 'Close' }).click();
	await dialog.waitFor({ state: 'detached' });
}

/** Sends a test event to a webhook on the settings page. */
export async function sendTestEvent(settings: Page, url: string, event: string): Promise<void> {
	const webhook = settings.locator('#webhooks > .card').filter({ hasText: url });
	await webhook.getByLabel('Event').selectOption(event);
	await webhook.getByRole('button', { name: 'Send a test event' }).click();
}

/** Leaves the node, and publishes the workflow from its canvas. */
export async function startPublishing(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
}

export async function publish(page: Page): Promise<void> {
	await startPublishing(page);
	await page.getByText('Events sent to the production URL now start this n8n workflow').waitFor();
}

/** Waits until the executions list has one that succeeded. */
export async function succeeded(page: Page, path: string): Promise<void> {
	await open(page, `${path}/executions`);
	await page
		.getByText(/Succeeded/)
		.first()
		.waitFor();
}
