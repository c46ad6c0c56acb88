import { place } from '../e2e/place';
import { sandbox } from '../e2e/sandbox';
import { closeBrowser, inBrowser } from './browser';
import { newCredentialDialog, openNode } from './editor';
import { workflowWithNode } from './workflows';

const GOOD = 'ac_test_sandbox_pro_made_up_0001';
const WRONG = 'ac_test_not_known';

beforeEach(() => sandbox.reset());
afterAll(closeBrowser);

inBrowser(
	'creates a credential: an unknown key is rejected with a message, the right one is accepted',
	async (page) => {
		await openNode(page, await workflowWithNode({ resource: 'user', operation: 'getAll' }, {}));
		const { dialog, field, save } = await newCredentialDialog(page);
		await field('baseUrl').fill(`${place.sandboxOrigin}/v1`);
		await field('apiKey').fill(WRONG);
		await save();

		const message = dialog.getByText('Couldn’t connect with these settings');
		await message.waitFor();
		await dialog.getByText('More details').click();
		await dialog.getByText('The service rejected the API key').first().waitFor();
		expect(await dialog.textContent()).not.toContain(WRONG);

		await field('apiKey').fill(GOOD);
		await save();
		// n8n closes the dialog after it has saved a new credential that works, and tests it when it is opened again.
		await dialog.waitFor({ state: 'detached' });
		await page.getByTestId('credential-edit-button').click();
		await dialog.getByText('Connection tested successfully').waitFor();
		expect(await dialog.getByText('More details').count()).toBe(0);
	},
);
