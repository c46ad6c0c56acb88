import { n8n } from './n8n';
import { place } from './place';
import { runNode } from './run-node';
import { sandbox } from './sandbox';

const HIDDEN = 'gw-s3cret-of-the-gateway';
const GOOD = 'ac_test_sandbox_pro_made_up_0001';
const header = (...rows: Array<[name: string, value: string]>) => ({
	header: rows.map(([name, value]) => ({ name, value })),
});
const data = {
	apiKey: GOOD,
	baseUrl: `${place.sandboxOrigin}/v1`,
	plan: 'pro',
	headers: header(['X-Gateway', HIDDEN], ['X-Tenant', 'acme']),
};

let credentialId: string;
beforeAll(async () => {
	await n8n.login();
	const credential = { name: 'With headers', type: 'projectWorkspaceApi', data };
	({ id: credentialId } = (await n8n.rest('POST', '/credentials', credential)) as { id: string });
});
beforeEach(() => sandbox.reset());

const sentHeaders = async () => (await sandbox.requests()).map(({ headers }) => headers);

it('sends the headers of the credential and of the call, and shows no secret', async () => {
	await sandbox.fill('users', { id: 'user_{n}', note: `Sent with ${HIDDEN}` }, 1);
	const { regular, text } = await runNode({
		...{ resource: 'user', operation: 'getAll', credentialId },
		parameters: { options: { headers: header(['X-Trace', '={{ $json.trace }}']) } },
		items: [{ json: { trace: 't-1' } }],
	});
	expect(regular.map(({ json }) => json.note)).toEqual(['Sent with [header X-Gateway hidden]']);
	expect(text).not.toContain(HIDDEN);
	expect(await sentHeaders()).toEqual([
		expect.objectContaining({ 'x-gateway': HIDDEN, 'x-tenant': 'acme', 'x-trace': 't-1' }),
	]);
});

it('sends a POST with an idempotency key once more where its response was lost', async () => {
	await sandbox.control('POST', '/faults', { kind: 'drop', when: 'after', times: 1 });
	const { regular, error } = await runNode({
		...{ resource: 'project', operation: 'create', credentialId },
		parameters: {
			bodyMode: 'json',
			jsonBody: '{"name":"Once"}',
			options: { headers: header(['Idempotency-Key', '={{ $json.row }}']) },
		},
		items: [{ json: { row: 'row-1' } }],
	});
	expect([error, regular.map(({ json }) => json.name)]).toEqual([undefined, ['Once']]);
	const sent = await sentHeaders();
	expect(sent.map((headers) => headers['idempotency-key'])).toEqual(['row-1', 'row-1']);
});

it("sends them with n8n's own test of the credential, and the saved value stays hidden", async () => {
	expect(await n8n.testCredential(data)).toMatchObject({ status: 'OK' });
	expect(await sentHeaders()).toEqual([expect.objectContaining({ 'x-gateway': HIDDEN })]);
	const shown = await n8n.rest('GET', `/credentials/${credentialId}?includeData=true`);
	expect(JSON.stringify(shown)).not.toContain(HIDDEN);
});

it('sends them from the HTTP Request node too', async () => {
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
