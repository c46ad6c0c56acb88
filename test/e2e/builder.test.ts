import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';

import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { eventually, n8n } from './n8n';
import { place } from './place';
import { credentialData, sandbox, writes } from './sandbox';
import { madeUpEvent, post, signed } from './triggerWorkflow';
import { chain, node, OURS, withCredential } from './workflows';

const { generateNodeTypeFile } = createRequire(require.resolve('n8n-core'))(
	'@n8n/workflow-sdk',
) as { generateNodeTypeFile: (description: INodeTypeDescription) => string };

/**
 * What n8n's Assistant and its MCP server show a model of a node: made as in n8n's `synthesize-type-def`, of the
 * description that n8n keeps of the installed package.
 */
async function definitionOf(type: string): Promise<string> {
	const response = await fetch(`${place.n8nUrl}/types/nodes.json`, {
		headers: { cookie: place.session },
	});
	const all = (await response.json()) as INodeTypeDescription[];
	const found = all.find(({ name }) => name === type);
	if (!found) throw new Error(`n8n has no node ${type}`);

	return generateNodeTypeFile({
		...found,
		properties: found.properties.filter((property) => property.type !== 'hidden'),
	});
}

/** The example at the beginning of the hint of a parameter, which is all that a model knows of its form. */
function example(definition: string, operation: string, parameter: string): INodeParameters {
	const [, section = ''] = definition.split(`${operation}Params = {`);
	const [before = ''] = section.split(new RegExp(`\\*/\\s+${parameter}\\??: `));
	const hint = before.slice(before.lastIndexOf('@builderHint ')).split('\n', 1)[0] ?? '';
	const [, text] = /(\{ .* \})(?:[.,]|$)/.exec(hint) ?? [];

	return new Function(`return ${text}`)() as INodeParameters; // a literal of this package
}

/** n8n 1 has no such builders. */
const inN8n2 = place.major === '1' ? it.skip : it;

beforeEach(() => sandbox.reset());

inN8n2.each([
	['', /@builderHint .*Create or Update.* instead of Get Many, If and Create/],
	['Trigger', /@builderHint .*use Project Workspace Polling Trigger/],
	['PollingTrigger', /@builderHint .*instead of Schedule Trigger/],
])('the definition of projectWorkspace%s says when to use it', async (suffix, hint) => {
	expect(await definitionOf(`${OURS}${suffix}`)).toMatch(hint);
});

inN8n2('a workflow that is written by the hints runs', async () => {
	const action = await definitionOf(OURS);
	const trigger = await definitionOf(`${OURS}Trigger`);
	const [, event = ''] = /events: Array<.*?'(task\.created)'/.exec(trigger) ?? [];

	const webhookId = randomUUID();
	const credentials = withCredential(
		await n8n.createCredential('projectWorkspaceApi', credentialData),
	);
	const onEvent = node('On Event', `${OURS}Trigger`, {
		typeVersion: 2,
		webhookId,
		parameters: { events: [event] },
		...credentials,
	});
	const step = (name: string, operation: string, parameters: INodeParameters) =>
		node(name, OURS, {
			parameters: { resource: 'task', operation, ...parameters },
			...credentials,
		});
	const stored = await n8n.store(
		chain([
			onEvent,
			step('Create', 'create', {
				projectId: { ...example(action, 'TaskCreate', 'projectId'), value: 'project_site' },
				fields: example(action, 'TaskCreate', 'fields'),
			}),
			step('Create or Update', 'upsert', { fields: example(action, 'TaskUpsert', 'fields') }),
			step('Get Many', 'getAll', {
				filters: example(action, 'TaskGetAll', 'filters'),
				sort: example(action, 'TaskGetAll', 'sort'),
			}),
		]),
	);
	await n8n.activate(stored);
	const url = `${n8n.url}/webhook/${webhookId}/webhook`;
	await eventually(async () => (await post(url, '{}')).status !== 404 || undefined);

	const body = madeUpEvent();
	expect(await post(url, body, signed(body))).toMatchObject({ status: 200 });
	const [execution] = await n8n.endedOf(stored.id, 1);
	expect(execution).toMatchObject({ status: 'success' });
	expect(await writes()).toMatchObject([
		{
			method: 'POST',
			path: '/v1/tasks',
			body: { title: 'Roof', due_date: '2026-12-31', project_id: 'project_site' },
		},
	]);
	const statuses = execution
		?.outputs('Get Many')
		.flat()
		.map(({ json }) => json.status);
	expect(new Set(statuses)).toEqual(new Set(['open']));
	await n8n.deactivate(stored.id);
});
