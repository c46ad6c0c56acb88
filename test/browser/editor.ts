import type { Locator, Page } from 'playwright-core';
import type { Address } from './workflows';

/** Opens a saved workflow with one of its nodes opened. */
export async function openNode(page: Page, { nodePath }: Address): Promise<void> {
	await page.goto(nodePath);
	await page.getByTestId('node-parameters').waitFor();
}

/** Opens the node panel on an empty canvas. */
export async function openNodePanel(page: Page): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').waitFor();
}

/** Searches the node panel. */
export async function searchNodes(page: Page, words: string): Promise<Locator> {
	await page.getByTestId('node-creator-search-bar').fill(words);
	return page.getByTestId('node-creator-item-name');
}

/** Opens a locator's list and waits for the service's records. */
export async function openList(page: Page, parameter: string): Promise<Locator> {
	await page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
	const items = visible(page, 'rlc-item');
	await items.first().waitFor();
	return items;
}

/** Searches in the list that is open, and waits until only matching records are left. */
export async function searchList(page: Page, words: string, only: RegExp): Promise<void> {
	await visible(page, 'rlc-search').fill(words);
	const items = visible(page, 'rlc-item');
	await items.filter({ hasNotText: only }).first().waitFor({ state: 'detached' });
	await items.filter({ hasText: only }).first().waitFor();
}

/** n8n keeps closed lists in the page. */
export const visible = (page: Page, testId: string) =>
	page.getByTestId(testId).locator('visible=true');

/** Executes the open node and waits for its end. */
export async function execute(page: Page, outcome: 'success' | 'danger'): Promise<Locator> {
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId(`node-run-status-${outcome}`).waitFor();
	return page.getByTestId('output-panel');
}

/** Adds one of the fields that the node found in the records, and fills it. */
export async function mapField(page: Page, name: string, value: string): Promise<void> {
	await page.getByTestId('add-fields-select').getByRole('button').click();
	await page.getByRole('menuitem', { name, exact: true }).click();
	await page.getByTestId('mapping-fields-container').getByRole('textbox').last().fill(value);
}
