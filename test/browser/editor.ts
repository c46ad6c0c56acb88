import type { Locator, Page } from 'playwright-core';
import type { Address } from './workflows';

/** Opens a page of n8n without waiting for "load", which waits for every picture. */
export async function open(page: Page, path: string): Promise<void> {
	await page.goto(path, { waitUntil: 'commit' });
}

/** Opens a node of a saved workflow. */
export async function openNode(page: Page, { nodePath }: Address): Promise<void> {
	await open(page, nodePath);
	await page.getByTestId('node-parameters').waitFor();
}

/** Opens the node panel on an empty canvas. */
export async function openNodePanel(page: Page): Promise<void> {
	await open(page, '/workflow/new');
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

/** Only what is visible, since n8n keeps closed lists in the page. */
export const visible = (page: Page, testId: string) =>
	page.getByTestId(testId).locator('visible=true');

/** Executes the open node and waits for its end. */
export async function execute(page: Page, outcome: 'success' | 'danger'): Promise<Locator> {
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	const ended = page.getByTestId(`node-run-status-${outcome}`);
	const other = page.getByTestId(`node-run-status-${outcome === 'success' ? 'danger' : 'success'}`);
	await ended.or(other).first().waitFor();
	if (!(await ended.isVisible())) throw new Error(`Not ${outcome}: ${await output.innerText()}`);
	return output;
}

/** The error in the output panel. */
export async function errorMessage(page: Page): Promise<{ message: string; description: string }> {
	const text = async (part: string) =>
		(await page.getByTestId(`node-error-${part}`).first().textContent()) ?? '';
	return { message: await text('message'), description: await text('description') };
}

/** Searches a locator's list and selects the first record. */
export async function pickFromList(page: Page, parameter: string, words: string): Promise<void> {
	const items = await openList(page, parameter);
	await searchList(page, words, new RegExp(words, 'i'));
	await items.first().click();
	await items.first().waitFor({ state: 'detached' });
}

/** Adds one of the fields of the records. */
async function addField(page: Page, name: string): Promise<Locator> {
	await page.getByTestId('add-fields-select').getByRole('button').click();
	await page.getByRole('menuitem', { name: new RegExp(`^${name}$`, 'i') }).click();
	await page.getByTestId(`remove-field-button-${name}`).waitFor();
	return page.getByTestId('mapping-fields-container');
}

/** Adds one of the fields of the records, and enters a value. */
export async function mapField(page: Page, name: string, value: string): Promise<void> {
	const fields = await addField(page, name);
	await fields.getByRole('textbox').last().fill(value);
}

/** Opens a list of fixed or loaded options, and selects one. */
export async function chooseOption(page: Page, list: Locator, choice: string): Promise<void> {
	await list.click();
	await page.getByRole('option').locator('visible=true').getByText(choice, { exact: true }).click();
}

/** Opens the dialog of a new credential in the node that is open. */
export async function newCredentialDialog(page: Page) {
	await page.getByTestId('node-credentials-select').click();
	await page.getByTestId('node-credentials-select-item-new').click();
	const dialog = page.getByTestId('editCredential-modal');
	const field = (name: string) => dialog.getByTestId(`parameter-input-${name}`).locator('input');
	const save = async () => await dialog.getByTestId('credential-save-button').click();
	return { dialog, field, save };
}
