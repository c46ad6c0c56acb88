import { n8n } from './n8n';
import { place } from './place';
import { sandbox, SANDBOX_PRO } from './sandbox';
import { createCredential } from './template';
import { chain, manualTrigger, node } from './workflows';

const HIDDEN = 'gw-s3cret-of-the-gateway';
const header = (...rows: Array<[name: string, value: string]>) => ({
	header: rows.map(([name, value]) => ({ name, value })),
});
const data = {
	apiKey: SANDBOX_PRO,
	baseUrl: `${place.sandboxOrigin}/v1`,
	plan: 'pro',
	headers: header(['X-Gateway', HIDDEN], ['X-Tenant', 'acme']),
};

let credentialId: string;
beforeAll(async () => {
	credentialId = await createCredential('projectWorkspaceApi', data);
});
beforeEach(() => sandbox.reset());

const sentHeaders = async () => (await sandbox.requests()).map(({ headers }) => headers);

it('the headers of the credential are sent by its test, and their saved values are hidden', async () => {
	expect(await n8n.testCredential(data)).toMatchObject({ status: 'OK' });
	expect(await sentHeaders()).toEqual([expect.objectContaining({ 'x-gateway': HIDDEN })]);
	const shown = await n8n.rest('GET', `/credentials/${credentialId}?includeData=true`);
	expect(JSON.stringify(shown)).not.toContain(HIDDEN);
});

it('the headers of the credential are sent by the HTTP Request node, which can override them', async () => {
	const request = node('HTTP', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		parameters: {
			url: `${place.sandboxOrigin}/v1/users`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'projectWorkspaceApi',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'x-tenant', value: 'own' }] },
		},
		credentials: { projectWorkspaceApi: { id: credentialId, name: 'With headers' } },
	});
	const id = await n8n.create(chain('HTTP Request', [manualTrigger(), request]));
	expect(await n8n.run(id, 'Start')).toMatchObject({ status: 'success' });
	expect(await sentHeaders()).toEqual([
		expect.objectContaining({
			'x-gateway': HIDDEN,
			'x-tenant': 'own',
			authorization: expect.stringContaining('Bearer'),
		}),
	]);
});
