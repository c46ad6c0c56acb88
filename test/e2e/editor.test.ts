import { n8n } from './n8n';
import { place } from './place';
import { credentialData, sandbox } from './sandbox';
import { chain, node, OURS, withCredential } from './workflows';

const HIDDEN = 'gw-s3cret-of-the-gateway';
const TYPE = 'projectWorkspaceApi';

const headers = { header: [{ name: 'X-Gateway', value: HIDDEN }] };

/** Stored first, as by the editor: n8n 1 only tests stored credentials. */
async function testCredential(change: object) {
	const data = { ...credentialData, ...change };
	const id = await n8n.createCredential(TYPE, data);
	const credentials = { id, name: 'Made up', type: TYPE, data };

	return await n8n.rest<{ status: string; message: string }>('POST', '/credentials/test', {
		credentials,
	});
}

beforeEach(() => sandbox.reset());

it.each([
	['unchanged', {}],
	['without /v1', { baseUrl: place.sandboxOrigin }],
])('the credential test accepts a good key, %s', async (_, change) => {
	expect(await testCredential(change)).toMatchObject({ status: 'OK' });
	expect(await sandbox.requests()).toMatchObject([{ status: 200 }]);
});

it.each([
	['an unknown key', { apiKey: 'ac_test_not_known' }],
	// Nothing listens on port 9.
	['another address', { baseUrl: 'http://127.0.0.1:9/v1' }],
])(
	'the credential test rejects %s with a message that does not show the key',
	async (_, change) => {
		const { status, message } = await testCredential(change);

		expect(status).toBe('Error');
		expect(message).toMatch(/\w+ \w+ \w+/);
		expect(message).not.toContain('ac_test_');
	},
);

it('HTTP Request sends the key and the headers of the credential, which n8n does not show', async () => {
	const id = await n8n.createCredential(TYPE, { ...credentialData, headers });
	const request = node('HTTP', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		parameters: {
			url: `${credentialData.baseUrl}/users`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: TYPE,
		},
		...withCredential(id),
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger');
	const workflow = await n8n.store(chain([start, request]));

	expect(await n8n.run(workflow.id, 'Start')).toMatchObject({ status: 'success' });
	expect(await sandbox.requests()).toMatchObject([
		{ headers: { 'x-gateway': HIDDEN, authorization: '<Pro, sandbox>' } },
	]);
	const shown = await n8n.rest('GET', `/credentials/${id}?includeData=true`);
	expect(JSON.stringify(shown)).not.toContain(HIDDEN);
});

/** A request of the editor while a person fills in the node. */
const ask = async <T>(what: string, path: string, methodName: string) =>
	await n8n.rest<T>('POST', `/dynamic-node-parameters/${what}`, {
		path: `parameters.${path}`,
		methodName,
		nodeTypeAndVersion: { name: OURS, version: 1 },
		currentNodeParameters: { resource: 'task', operation: 'create' },
		...withCredential(),
	});

it('the editor lists records and fields to select from', async () => {
	const { results } = await ask<{ results: unknown[] }>(
		'resource-locator-results',
		'projectId',
		'project',
	);
	const { fields } = await ask<{ fields: unknown[] }>(
		'resource-mapper-fields',
		'fields',
		'getFields',
	);

	expect(results).toContainEqual(
		expect.objectContaining({
			name: expect.stringContaining('Example website') as string,
			value: 'project_site',
		}),
	);
	expect(fields).toContainEqual(expect.objectContaining({ id: 'title', type: 'string' }));
});

it('n8n serves output schemas', async () => {
	const path = 'n8n-nodes-project-workspace.projectWorkspace/1.0.0/task/delete.json';
	const response = await fetch(`${place.n8nUrl}/schemas/${path}`);

	expect(await response.json()).toMatchObject({ properties: { id: {}, deleted: {} } });
});
