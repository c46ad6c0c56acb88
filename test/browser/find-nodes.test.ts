import { closeBrowser, inBrowser } from './browser';
import { openNodePanel, searchNodes } from './editor';

const PACKAGE = 'Project Workspace';
/** What people search for, which has to find a node. */
const WORDS = {
	[PACKAGE]: [
		...['workspace', 'project workspace', 'project management', 'tasks', 'tickets', 'members'],
		...['sync', 'upsert', 'changed', 'automation'],
	],
	[`${PACKAGE} Polling Trigger`]: ['changed', 'removed', 'poll', 'without webhook'],
};

afterAll(closeBrowser);

for (const [name, words] of Object.entries(WORDS)) {
	inBrowser(`finds ${name} by words for what it does`, async (page) => {
		await openNodePanel(page);
		for (const each of words) {
			const nothing = await searchNodes(page, 'nothing is called like this');
			await nothing.filter({ hasText: PACKAGE }).first().waitFor({ state: 'detached' });
			const found = await searchNodes(page, each);
			await found.getByText(name, { exact: true }).waitFor();
		}
	});
}

inBrowser('shows the triggers and actions, and adds one', async (page) => {
	await openNodePanel(page);
	const found = await searchNodes(page, 'project workspace');
	await found.getByText(PACKAGE, { exact: true }).click();
	const offers = page.getByTestId('node-creator-item-name');
	await offers.getByText('On task created', { exact: true }).waitFor();
	await page.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }).click();
	await offers.getByText('Create a task', { exact: true }).click();

	await page.getByTestId('node-parameters').waitFor();
	const shown = (parameter: string) =>
		page.getByTestId(`parameter-input-${parameter}`).locator('input').first().inputValue();
	expect(await shown('resource')).toBe('Task');
	expect(await shown('operation')).toBe('Create');
});
