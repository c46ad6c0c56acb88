import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';

const TRIGGER_ID = 'node-1';
const NODE_ID = 'node-2';

/** Where the editor shows a workflow, and one of its nodes opened. */
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

/** The node behind a manual trigger, saved. */
export async function workflowWithNode(
	parameters: INodeParameters,
	credentials: INode['credentials'] = sandboxCredential(),
): Promise<Address> {
	const id = await n8n.create({
		name: `${parameters.resource}: ${parameters.operation}`,
		nodes: [
			{
				id: TRIGGER_ID,
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: NODE_ID,
				name: 'Project Workspace',
				type: 'n8n-nodes-project-workspace.projectWorkspace',
				typeVersion: 1,
				position: [200, 0],
				parameters,
				credentials,
			},
		],
		connections: { Start: { main: [[{ node: 'Project Workspace', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	return address(id, NODE_ID);
}

/** The node once for each set of parameters, saved; nothing leads to any of them. */
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

/** The trigger alone, saved. */
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

/** The polling trigger alone, saved. */
export const workflowWithPolling = async (parameters: INodeParameters): Promise<Address> =>
	await workflowWithOnly({
		name: 'Project Workspace Polling Trigger',
		type: 'n8n-nodes-project-workspace.projectWorkspacePollingTrigger',
		parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
		credentials: sandboxCredential(),
	});

async function workflowWithOnly(trigger: Partial<INode>): Promise<Address> {
	const id = await n8n.create({
		name: 'When something happens',
		nodes: [{ id: TRIGGER_ID, typeVersion: 1, position: [0, 0], ...trigger }],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	return address(id, TRIGGER_ID);
}
