import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';
import { chain, manualTrigger, node, OURS } from '../e2e/workflows';

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

/** Saves a workflow of connected nodes, the last of which is the one to open. */
async function saved(name: string, nodes: INode[], rows?: IDataObject[]): Promise<Address> {
	const pinData = rows && { [nodes[0]?.name ?? '']: rows.map((json) => ({ json })) };
	const id = await n8n.create(chain(name, nodes, pinData));
	return address(id, nodes.at(-1)?.id ?? '');
}

const sandboxCredential = () => ({
	projectWorkspaceApi: { id: place.credentialId, name: 'Project Workspace (sandbox)' },
});

/** A manual trigger and the node. */
const startAndNode = (
	parameters: INodeParameters,
	credentials: INode['credentials'] = sandboxCredential(),
) => [manualTrigger(), node('Project Workspace', OURS, { parameters, credentials })];

const nameOf = ({ resource, operation }: INodeParameters) => `${resource}: ${operation}`;

/** A saved workflow with a manual trigger and the node. */
export const workflowWithNode = async (
	parameters: INodeParameters,
	credentials?: INode['credentials'],
): Promise<Address> => await saved(nameOf(parameters), startAndNode(parameters, credentials));

/** The same with one more node, which is the one to open. */
export const workflowBeforeAnother = async (parameters: INodeParameters): Promise<Address> =>
	await saved(nameOf(parameters), [
		...startAndNode(parameters),
		node('Next', 'n8n-nodes-base.set', { typeVersion: 3.4 }),
	]);

/** A saved workflow with one unconnected node for each set of parameters. */
export async function workflowWithNodes(
	all: ReadonlyArray<{ name: string; parameters: INodeParameters }>,
): Promise<string> {
	const nodes = all.map(({ name, parameters }, index) =>
		node(name, OURS, {
			position: [(index % 5) * 224, Math.floor(index / 5) * 224],
			parameters,
			credentials: sandboxCredential(),
		}),
	);
	const { path } = address(await n8n.create({ ...chain('One of each', []), nodes }), '');
	return path;
}

/** A saved workflow with only the trigger. */
export const workflowWithTrigger = async (
	credentials: INode['credentials'],
	events: string[] = [],
): Promise<Address> =>
	await saved('When something happens', [
		node('Project Workspace Trigger', `${OURS}Trigger`, {
			...{ typeVersion: 1.1, webhookId: randomUUID(), credentials },
			parameters: { events },
		}),
	]);

/** A saved workflow with only the polling trigger. */
export const workflowWithPolling = async (parameters: INodeParameters): Promise<Address> =>
	await saved('When something changes', [
		node('Project Workspace Polling Trigger', `${OURS}PollingTrigger`, {
			parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
			credentials: sandboxCredential(),
		}),
	]);

/** A saved workflow with only a manual trigger, which gives these rows. */
export const workflowWithRows = async (rows: IDataObject[]): Promise<Address> =>
	await saved('Rows', [manualTrigger('Rows')], rows);
