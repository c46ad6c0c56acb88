import type { Locator } from 'playwright-core';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { openSettings } from './trigger-setup';

const HOOK = 'http://127.0.0.1:9/hook';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

async function expectInView(element: Locator): Promise<void> {
	const box = await element.boundingBox();
	const { height = 0 } = element.page().viewportSize() ?? {};
	expect(box?.y).toBeGreaterThanOrEqual(0);
	expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(height);
}

inBrowser('shows a new key and a new secret without scrolling', async (page) => {
	const settings = await openSettings(page);
	const secret = settings.locator('.notice .secret');
	await settings.getByRole('button', { name: 'Create key' }).click();
	await expectInView(secret);
	expect(await secret.textContent()).toMatch(/^ac_test_/);

	await settings.getByRole('textbox', { name: 'URL' }).fill(HOOK);
	await settings.getByRole('button', { name: 'Add webhook' }).click();
	await settings.getByText('The webhook was added').waitFor();
	await expectInView(secret);
});

inBrowser('asks before it revokes a key or deletes a webhook', async (page) => {
	await sandbox.control('POST', '/webhooks', { url: HOOK });
	const settings = await openSettings(page);
	for (const [what, which] of [
		['Revoke key', 'Pro test key'],
		['Delete webhook', HOOK],
	] as const) {
		const button = settings.getByRole('button', { name: `${what} ${which}`, exact: true });
		const question = settings.getByRole('alertdialog', { name: what });
		await button.click();
		await question.getByRole('button', { name: 'Cancel' }).click();
		await question.waitFor({ state: 'hidden' });
		await button.click();
		await question.getByRole('button', { name: what }).click();
		await settings.locator('.notice').waitFor();
		expect(await button.count()).toBe(0);
	}
});
