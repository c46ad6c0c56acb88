import { n8n } from './n8n';
import { place } from './place';
import { sandbox, SANDBOX_PRO } from './sandbox';

const baseUrl = `${place.sandboxOrigin}/v1`;
const data = (apiKey: string, address = baseUrl) => ({ apiKey, baseUrl: address, plan: 'pro' });

beforeEach(() => sandbox.reset());

it.each([
	['unchanged', SANDBOX_PRO, baseUrl],
	['with characters that pasting adds', ` Bearer ${SANDBOX_PRO}\n`, baseUrl],
	['with a trailing slash', SANDBOX_PRO, `${baseUrl}/`],
	['without /v1', SANDBOX_PRO, place.sandboxOrigin],
])('accepts a good key, %s', async (_case, apiKey, address) => {
	expect(await n8n.testCredential(data(apiKey, address))).toMatchObject({ status: 'OK' });
	expect((await sandbox.requests()).map(({ status }) => status)).toEqual([200]);
});

it.each([
	['a key that is not known', 'ac_test_not_known'],
	['a key whose plan has no API access', 'ac_test_sandbox_no_plan_made_up_0004'],
])('rejects %s with a message that does not contain the API key', async (_case, apiKey) => {
	const { status, message } = await n8n.testCredential(data(apiKey));
	expect(status).toBe('Error');
	expect(message.length).toBeGreaterThan(20);
	expect(message).not.toContain(apiKey);
});

it('says so if there is no response at the address', async () => {
	// Nothing listens on port 9.
	const { status, message } = await n8n.testCredential(data(SANDBOX_PRO, 'http://127.0.0.1:9/v1'));
	expect(status).toBe('Error');
	expect(message).not.toContain(SANDBOX_PRO);
});
