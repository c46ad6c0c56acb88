import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';

const TRIGGER_ID = 'node-1';
const NODE_ID = 'node-2';
const NEXT_ID = 'node-3';

/** Paths in the editor of a workflow and of one of its nodes. */
export interface Address {
	id: string;
	path: string;
	nodePath: string;
}

const address = (id: string, nodeId: string): Address => ({
	id,
	path: `/workflow/${id}`,
	nodePath: `/workflow/${id}/${nodeId}`,
});

const sandboxCredential = () => ({
	projectWorkspaceApi: { id: place.credentialId, name: 'Project Workspace (sandbox)' },
});

/** A manual trigger and the node, connected. */
const startAndNode = (
	parameters: INodeParameters,
	credentials: INode['credentials'] = sandboxCredential(),
) => ({
	name: `${parameters.resource}: ${parameters.operation}`,
	nodes: [
		{
			id: TRIGGER_ID,
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
		},
		{
			id: NODE_ID,
			name: 'Project Workspace',
			type: 'n8n-nodes-project-workspace.projectWorkspace',
			typeVersion: 1,
			position: [200, 0] as [number, number],
			parameters,
			credentials,
		},
	],
	connections: to('Start', 'Project Workspace'),
	settings: { executionOrder: 'v1' },
});

const to = (from: string, node: string): IConnections => ({
	[from]: { main: [[{ node, type: 'main', index: 0 }]] },
});

/** A saved workflow with a manual trigger and the node. */
export async function workflowWithNode(
	parameters: INodeParameters,
	credentials?: INode['credentials'],
): Promise<Address> {
	return address(await n8n.create(startAndNode(parameters, credentials)), NODE_ID);
}

/** The same with one more node, which is the one to open. */
export async function workflowBeforeAnother(parameters: INodeParameters): Promise<Address> {
	const { nodes, connections, ...workflow } = startAndNode(parameters);
	const id = await n8n.create({
		...workflow,
		nodes: [
			...nodes,
			{
				id: NEXT_ID,
				name: 'Next',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				position: [400, 0],
				parameters: {},
			},
		],
		connections: { ...connections, ...to('Project Workspace', 'Next') },
	});
	return address(id, NEXT_ID);
}

/** A saved workflow with one unconnected node for each set of parameters. */
export async function workflowWithNodes(
	all: ReadonlyArray<{ name: string; parameters: INodeParameters }>,
): Promise<string> {
	const id = await n8n.create({
		name: 'One of each',
		nodes: all.map(({ name, parameters }, index) => ({
			id: `node-${index}`,
			name,
			type: 'n8n-nodes-project-workspace.projectWorkspace',
			typeVersion: 1,
			position: [(index % 5) * 224, Math.floor(index / 5) * 224],
			parameters,
			credentials: sandboxCredential(),
		})),
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	return `/workflow/${id}`;
}

/** A saved workflow with only the trigger. */
export const workflowWithTrigger = async (
	credentials: INode['credentials'],
	events: string[] = [],
): Promise<Address> =>
	await workflowWithOnly({
		name: 'Project Workspace Trigger',
		type: 'n8n-nodes-project-workspace.projectWorkspaceTrigger',
		typeVersion: 1.1,
		webhookId: randomUUID(),
		parameters: { events },
		credentials,
	});

/** A saved workflow with only the polling trigger. */
export const workflowWithPolling = async (parameters: INodeParameters): Promise<Address> =>
	await workflowWithOnly({
		name: 'Project Workspace Polling Trigger',
		type: 'n8n-nodes-project-workspace.projectWorkspacePollingTrigger',
		parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
		credentials: sandboxCredential(),
	});

/** A saved workflow with only a manual trigger, which gives these rows. */
export const workflowWithRows = async (rows: IDataObject[]): Promise<Address> =>
	await workflowWithOnly(
		{ name: 'Rows', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		rows,
	);

async function workflowWithOnly(trigger: Partial<INode>, rows?: IDataObject[]): Promise<Address> {
	const id = await n8n.create({
		name: 'When something happens',
		nodes: [{ id: TRIGGER_ID, typeVersion: 1, position: [0, 0], ...trigger }],
		connections: {},
		settings: { executionOrder: 'v1' },
		...(rows && { pinData: { [`${trigger.name}`]: rows.map((json) => ({ json })) } }),
	});
	return address(id, TRIGGER_ID);
}
