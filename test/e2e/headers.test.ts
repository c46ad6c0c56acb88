import { n8n } from './n8n';
import { place } from './place';
import { sandbox, SANDBOX_PRO } from './sandbox';

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
	const credential = { name: 'With headers', type: 'projectWorkspaceApi', data };
	({ id: credentialId } = (await n8n.rest('POST', '/credentials', credential)) as { id: string });
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
	const id = await n8n.create({
		name: 'HTTP Request with the credential',
		nodes: [
			{
				...{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
				...{ position: [0, 0], parameters: {} },
			},
			{
				...{ id: 'http', name: 'HTTP', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
				position: [200, 0],
				parameters: {
					url: `${place.sandboxOrigin}/v1/users`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'projectWorkspaceApi',
					sendHeaders: true,
					headerParameters: { parameters: [{ name: 'x-tenant', value: 'own' }] },
				},
				credentials: { projectWorkspaceApi: { id: credentialId, name: 'With headers' } },
			},
		],
		connections: { Start: { main: [[{ node: 'HTTP', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	expect(await n8n.run(id, 'Start')).toMatchObject({ status: 'success' });
	expect(await sentHeaders()).toEqual([
		expect.objectContaining({
			'x-gateway': HIDDEN,
			'x-tenant': 'own',
			authorization: expect.stringContaining('Bearer'),
		}),
	]);
});
