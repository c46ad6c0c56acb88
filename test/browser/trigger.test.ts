import type { Page } from 'playwright-core';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { openNode } from './editor';
import {
	addWebhook,
	enterSecret,
	newCredential,
	openSettings,
	publish,
	sendTestEvent,
	shownUrl,
	startPublishing,
	succeeded,
} from './trigger-setup';
import { workflowWithTrigger } from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** Adds a webhook with the test URL, enters its secret, and sends an event while n8n listens. */
async function sendToTestUrl(page: Page, secretEnd = ''): Promise<Page> {
	const credential = await newCredential(page);
	await openNode(page, await workflowWithTrigger(credential, ['task.completed']));
	await page.getByText('Webhook URLs', { exact: true }).click();
	const url = await shownUrl(page, 'test');
	const settings = await openSettings(page);
	await enterSecret(page, (await addWebhook(settings, url)) + secretEnd);
	await page.getByTestId('node-execute-button').first().click();
	await page.getByText('Listening for test event').waitFor();
	await sendTestEvent(settings, url, 'task.completed');
	return settings;
}

inBrowser(
	'is set up with the settings page, published, and started by a delivery',
	async (page) => {
		const workflow = await workflowWithTrigger(await newCredential(page));
		await openNode(page, workflow);
		await page.getByText('Webhook URLs', { exact: true }).click();
		const url = await shownUrl(page, 'production');
		const settings = await openSettings(page);
		await enterSecret(page, await addWebhook(settings, url));

		await page.getByTestId('parameter-input-events').click();
		await page.getByRole('option', { name: 'Task Created' }).locator('visible=true').click();
		await page.keyboard.press('Escape');
		await publish(page);

		await sendTestEvent(settings, url, 'task.created');
		await succeeded(page, workflow.path);
	},
);

inBrowser('says why it cannot be published', async (page) => {
	await openNode(page, await workflowWithTrigger(await newCredential(page), ['task.created']));
	await startPublishing(page);
	await page.getByText('Workflow could not be published').waitFor();
	await page.getByText("fill in 'Signing Secret'").first().waitFor();
});

inBrowser('shows a delivery to the test URL in the output', async (page) => {
	await sendToTestUrl(page);

	const output = page.getByTestId('output-panel');
	await output.getByText('task.completed').first().waitFor();
	await output.getByText('1 item', { exact: true }).waitFor();
});

inBrowser(
	'responds with the reason to a delivery that was signed with another secret',
	async (page) => {
		await sandbox.settings({ delivery: { attempts: 1 } });
		const settings = await sendToTestUrl(page, ' of another webhook');

		await sandbox.control('GET', '/deliveries/settled');
		await settings.reload();
		const delivery = settings.getByRole('row').filter({ hasText: 'task.completed' });
		const answer = (await delivery.textContent()) ?? '';
		expect(answer).toContain('401');
		expect(answer).toMatch(/signature/i);
		expect(await page.getByTestId('output-panel').getByText('task.completed').count()).toBe(0);
	},
);
