import { n8n } from '../e2e/n8n';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { execute, mapField, openList, openNode, searchList } from './editor';
import { workflowWithNode } from './workflows';

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

inBrowser(
	'picks a user from the list, searches in it, executes and shows the output',
	async (page) => {
		await openNode(page, await workflowWithNode({ resource: 'user', operation: 'get' }));

		const items = await openList(page, 'userId');
		expect(await items.allTextContents()).toEqual(
			expect.arrayContaining([expect.stringContaining('Ada'), expect.stringContaining('Ben')]),
		);
		await searchList(page, 'ben', /Ben Sample/);
		await items.first().click();

		const output = await execute(page, 'success');
		await output.getByText('ben@example.com').first().waitFor();
		expect(await output.getByText('ada@example.com').count()).toBe(0);
	},
);

inBrowser("says the service's refusal in words", async (page) => {
	const userId = { __rl: true as const, mode: 'id', value: 'nobody' };
	await openNode(page, await workflowWithNode({ resource: 'user', operation: 'get', userId }));

	await execute(page, 'danger');
	const message = await page.getByTestId('node-error-message').first().textContent();
	expect(message).toContain('There is no user with the ID nobody');
	const description = await page.getByTestId('node-error-description').first().textContent();
	expect(description).toContain('Check the ID');
});

inBrowser('maps fields that were found in the records, and sends them', async (page) => {
	await openNode(page, await workflowWithNode({ resource: 'task', operation: 'create' }));

	await mapField(page, 'title', 'Hang up the lanterns');

	const output = await execute(page, 'success');
	await output.getByText('Hang up the lanterns').first().waitFor();
	const sent = (await sandbox.requests()).filter(({ method }) => method === 'POST');
	expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
		{ path: '/v1/tasks', body: { title: 'Hang up the lanterns' } },
	]);
});
