import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { execute, openList, openNode, errorMessage, searchList } from './editor';
import { workflowWithNode } from './workflows';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

inBrowser(
	'searches the list of users, selects one, executes and shows the output',
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

inBrowser("shows the service's message if it rejects a request", async (page) => {
	const userId = { __rl: true as const, mode: 'id', value: 'nobody' };
	await openNode(page, await workflowWithNode({ resource: 'user', operation: 'get', userId }));

	await execute(page, 'danger');
	const { message, description } = await errorMessage(page);
	expect(message).toMatch(/found/);
	expect(`${message} ${description}`).toContain('There is no user with the ID nobody');
	expect(description).toContain('Check the ID');
});

inBrowser(
	'warns if it is not known whether a list is complete, and says what to set',
	async (page) => {
		await sandbox.settings({ pagination: { style: 'none' } });
		const all = { resource: 'task', operation: 'getAll', returnAll: true };
		await openNode(page, await workflowWithNode(all));
		const output = await execute(page, 'success');
		await output
			.getByText(/^It is not known whether the list is complete after 4 records/)
			.waitFor();
		await output.getByText("'Service Details': to 'None' if this is the whole list").waitFor();

		await openNode(page, await workflowWithNode({ ...all, options: { requireComplete: true } }));
		await execute(page, 'danger');
		expect((await errorMessage(page)).description).toContain("'Pagination'");

		await openNode(page, await workflowWithNode({ ...all, output: 'count', countBy: 'status' }));
		const counted = await execute(page, 'success');
		await counted.getByText('complete').first().waitFor();
	},
);

inBrowser('shows how a list was read, and that a limit was reached', async (page) => {
	const all = { resource: 'task', operation: 'getAll', returnAll: true };
	await openNode(page, await workflowWithNode(all));
	const output = await execute(page, 'success');
	await output.getByText(/\b4 (records|tasks)\b/).waitFor();

	await openNode(page, await workflowWithNode({ ...all, returnAll: false, limit: 3 }));
	await execute(page, 'success');
	await output.getByText('Limit of 3 items reached').waitFor();
	await output.getByText('3 items', { exact: true }).waitFor();
});
