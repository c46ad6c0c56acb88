import { closeBrowser, inBrowser } from './browser';
import { openNode } from './editor';
import { workflowBeforeAnother } from './workflows';

afterAll(closeBrowser);

inBrowser(
	'shows the fields of a deleted task to the next node before the first run',
	async (page) => {
		await openNode(page, await workflowBeforeAnother({ resource: 'task', operation: 'delete' }));
		const input = page.getByTestId('ndv-input-panel');
		await input.getByTestId('schema-preview-warning').waitFor();
		for (const field of ['id', 'deleted']) {
			await input.getByText(field, { exact: true }).first().waitFor();
		}
	},
);
