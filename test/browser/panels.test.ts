import type { Page } from 'playwright-core';
import { operations } from '../../nodes/ProjectWorkspace/old/catalogue';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { execute, open, openNode } from './editor';
import { newCredential } from './trigger-setup';
import {
	workflowWithNode,
	workflowWithNodes,
	workflowWithPolling,
	workflowWithTrigger,
} from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

/** Names in code: snake_case, camelCase. */
const RAW_NAME = /[a-z]_[a-z]|^[a-z]+[A-Z]/;

const labels = async (page: Page) => {
	const found = page.getByTestId('node-parameters').locator('label [class*="title"]');
	return (await found.allTextContents()).map((text) => text.trim()).filter((text) => text !== '');
};

/** Texts of elements that are wider than the panel. */
const tooWide = async (page: Page) =>
	await page.getByTestId('node-parameters').evaluate((panel) => {
		const edge = panel.getBoundingClientRect().right + 1;
		return [...panel.querySelectorAll('label, input, button, .n8n-notice')]
			.filter((each) => each.getBoundingClientRect().right > edge)
			.map((each) => each.textContent?.trim());
	});

inBrowser('every operation has readable labels, and nothing is cut off', async (page) => {
	const all = operations.map(({ resource, value }) => ({
		name: `${resource.value} ${value}`,
		parameters: { resource: resource.value, operation: value },
	}));
	await open(page, await workflowWithNodes(all));
	for (const { name } of all) {
		await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await page.getByTestId('node-parameters').waitFor();
		const shown = await labels(page);
		expect(shown).toEqual(expect.arrayContaining(['Resource', 'Operation', 'Options']));
		expect(shown.filter((text) => RAW_NAME.test(text))).toEqual([]);
		expect(await tooWide(page)).toEqual([]);
		await page.getByTestId('ndv-close-button').click();
		await page.getByTestId('node-parameters').waitFor({ state: 'detached' });
	}
});

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
	inBrowser(
		'the trigger shows its setup steps, and nothing is cut off',
		async (page) => {
			const credential = await newCredential(page);
			await openNode(page, await workflowWithTrigger(credential, ['task.created']));
			await page.getByText('signing secret into').waitFor();
			expect(await labels(page)).toEqual(expect.arrayContaining(['Events', 'Options']));
			expect(await tooWide(page)).toEqual([]);
		},
		colorScheme,
	);

	inBrowser(
		'the polling trigger shows real records, and nothing is cut off',
		async (page) => {
			await openNode(page, await workflowWithPolling({ watchFields: ['status'] }));
			const watched = page.getByTestId('parameter-input-watchFields');
			await watched.getByText('Status', { exact: true }).first().waitFor();
			const shown = await labels(page);
			expect(shown).toEqual(
				expect.arrayContaining([
					'Poll Times',
					'Resource',
					'Project',
					'Changes',
					'Filters',
					'Options',
				]),
			);
			expect(shown.filter((text) => RAW_NAME.test(text))).toEqual([]);
			expect(await tooWide(page)).toEqual([]);
			const output = await execute(page, 'success');
			await output.getByText('Order moving boxes').first().waitFor();
			await output.getByText('_change', { exact: true }).first().waitFor();
		},
		colorScheme,
	);

	inBrowser(
		'shows the icon for the color scheme',
		async (page) => {
			await openNode(page, await workflowWithNode({ resource: 'task', operation: 'getAll' }));
			const icon = page.locator('img[src*="projectWorkspace"]').first();
			await icon.waitFor();
			const source = (await icon.getAttribute('src')) ?? '';
			expect(source.endsWith('.dark.svg')).toBe(colorScheme === 'dark');
			expect((await page.context().request.get(source)).headers()['content-type']).toContain('svg');
		},
		colorScheme,
	);
});
