import { randomUUID } from 'node:crypto';

import type { INode, INodeParameters } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';

import { n8n } from '../e2e/n8n';
import { chain, node, OURS, withCredential } from '../e2e/workflows';

/** Opens a page of n8n without waiting for "load", which waits for every picture. */
export async function open(page: Page, path: string): Promise<void> {
	await page.goto(path, { waitUntil: 'commit' });
}

/** Saves a workflow of these nodes and opens the last one. Returns the path of the workflow. */
async function openLast(page: Page, nodes: INode[]): Promise<string> {
	const { id } = await n8n.store(chain(nodes));
	await open(page, `/workflow/${id}/${nodes.at(-1)?.id}`);
	await page.getByTestId('node-parameters').waitFor();

	return `/workflow/${id}`;
}

/** Opens the action node in a workflow; by default with the credential of the sandbox. */
export async function openAction(
	page: Page,
	parameters: INodeParameters,
	credentials = withCredential(),
): Promise<string> {
	const start = node('Start', 'n8n-nodes-base.manualTrigger');

	return await openLast(page, [
		start,
		node('Project Workspace', OURS, { parameters, ...credentials }),
	]);
}

export async function openTrigger(
	page: Page,
	kind: 'Trigger' | 'PollingTrigger',
	parameters: INodeParameters,
	credentials = withCredential(),
): Promise<string> {
	const webhook = kind === 'Trigger' ? { typeVersion: 2, webhookId: randomUUID() } : {};
	const trigger = node(`When it happens`, `${OURS}${kind}`, {
		parameters,
		...webhook,
		...credentials,
	});

	return await openLast(page, [trigger]);
}

/** Opens the node panel on an empty canvas, and searches it. */
export async function searchNodes(page: Page, words: string): Promise<Locator> {
	await open(page, '/workflow/new');
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').fill(words);

	return page.getByTestId('node-creator-item-name');
}

/** Only what is visible, since n8n keeps closed lists in the page. */
const visible = (page: Page, testId: string) => page.getByTestId(testId).locator('visible=true');

/** Opens a locator's list and waits for the service's records. */
export async function openList(page: Page, parameter: string): Promise<Locator> {
	await page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
	const items = visible(page, 'rlc-item');
	await items.first().waitFor();

	return items;
}

/** Searches a locator's list and selects the only record that is left. */
export async function pickFromList(page: Page, parameter: string, words: string): Promise<void> {
	const items = await openList(page, parameter);
	await visible(page, 'rlc-search').fill(words);
	const other = items.filter({ hasNotText: new RegExp(words, 'i') });
	await other.first().waitFor({ state: 'detached' });
	await items.first().click();
	await items.first().waitFor({ state: 'detached' });
}

/** Adds one of the fields of the records, and enters a value. */
export async function mapField(page: Page, name: string, value: string): Promise<void> {
	await page.getByTestId('add-fields-select').getByRole('button').click();
	await page.getByRole('menuitem', { name: new RegExp(`^${name}$`, 'i') }).click();
	await page.getByTestId(`remove-field-button-${name}`).waitFor();
	await page.getByTestId('mapping-fields-container').getByRole('textbox').last().fill(value);
}

/** Matches on the title, and enters one. */
export async function matchOnTitle(page: Page, value: string): Promise<void> {
	await page.getByTestId('matching-column-select').click();
	await page
		.getByRole('option')
		.locator('visible=true')
		.getByText('title', { exact: true })
		.click();
	await page.keyboard.press('Escape');
	await page.getByTestId('mapping-fields-container').getByRole('textbox').first().fill(value);
}

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

/** The dialog of the credential. */
export function credentialDialog(page: Page) {
	const dialog = page.getByTestId('editCredential-modal');

	return {
		dialog,
		field: (name: string) => dialog.getByTestId(`parameter-input-${name}`).locator('input'),
		save: async () => await dialog.getByTestId('credential-save-button').click(),
	};
}
