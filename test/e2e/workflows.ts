import { randomUUID } from 'node:crypto';

import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { n8n } from './n8n';
import { place } from './place';

export const OURS = 'n8n-nodes-project-workspace.projectWorkspace';

export const byId = (value: string) => ({ __rl: true as const, mode: 'id', value });

/** A node, by default of version 1 and without parameters. */
export const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});

/** Our credential, by default that of the sandbox. */
export const withCredential = (id = place.credentialId): Pick<INode, 'credentials'> => ({
	credentials: { projectWorkspaceApi: { id, name: 'Under test' } },
});

export const connection = (
	from: string,
	to: string,
	type: 'main' | 'ai_tool' | 'ai_languageModel' = 'main',
) => ({
	[from]: { [type]: [[{ node: to, type, index: 0 }]] },
});

/** A workflow whose nodes are connected in their order. */
export function chain(nodes: INode[], pinData: Record<string, INodeExecutionData[]> = {}) {
	let connections: ReturnType<typeof connection> = {};
	for (const [index, { name }] of nodes.slice(1).entries()) {
		connections = { ...connections, ...connection(nodes[index]?.name ?? '', name) };
	}

	return {
		name: nodes.map(({ name }) => name).join(', '),
		nodes: nodes.map((each, index): INode => ({ ...each, position: [index * 200, 0] })),
		connections,
		settings: { executionOrder: 'v1' },
		pinData,
	};
}

export interface NodeRun {
	resource: string;
	operation: string;
	parameters?: INodeParameters;
	/** Pinned on the trigger; by default one empty item. */
	items?: INodeExecutionData[];
	credentialId?: string;
}

/** Runs a workflow with a manual trigger and the node. */
export async function runNode(run: NodeRun) {
	const { resource, operation, parameters, items = [{ json: {} }], credentialId } = run;
	const own = node('Project Workspace', OURS, {
		parameters: { resource, operation, simple: false, ...parameters },
		...withCredential(credentialId),
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger');
	const { id } = await n8n.store(chain([start, own], { Start: items }));
	const execution = await n8n.run(id, 'Start');
	const [regular = []] = execution.outputs(own.name);

	return { ...execution, regular };
}

/** The index of the input item of an output item, in any of n8n's forms. */
export function pairedTo({ pairedItem }: INodeExecutionData): number | undefined {
	if (typeof pairedItem === 'number') return pairedItem;

	return Array.isArray(pairedItem) ? pairedItem[0]?.item : pairedItem?.item;
}
