import { n8n } from './n8n';
import { place } from './place';
import { sandbox } from './sandbox';

/** A request of the editor while a person fills in the node. */
const ask = async (what: string, path: string, methodName: string) =>
	await n8n.rest('POST', `/dynamic-node-parameters/${what}`, {
		path: `parameters.${path}`,
		methodName,
		nodeTypeAndVersion: { name: 'n8n-nodes-project-workspace.projectWorkspace', version: 1 },
		currentNodeParameters: { resource: 'task', operation: 'create' },
		credentials: { projectWorkspaceApi: { id: place.credentialId, name: 'Sandbox' } },
	});

beforeEach(() => sandbox.reset());

it('lists the records to select from', async () => {
	const { results } = (await ask('resource-locator-results', 'projectId', 'project')) as {
		results: unknown[];
	};
	expect(results).toContainEqual(
		expect.objectContaining({
			name: expect.stringContaining('Example website'),
			value: 'project_site',
		}),
	);
});

it('lists the fields of the records', async () => {
	const { fields } = (await ask('resource-mapper-fields', 'fields', 'getFields')) as {
		fields: unknown[];
	};
	expect(fields).toContainEqual(expect.objectContaining({ id: 'title', type: 'string' }));
});
