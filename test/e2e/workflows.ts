import { randomUUID } from 'node:crypto';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { n8n, type Rest } from './n8n';

export const OURS = 'n8n-nodes-project-workspace.projectWorkspace';

/** A node, by default of version 1 and without parameters. */
export const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
	...{ id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters: {} },
	...more,
});

export const manualTrigger = (name = 'Start') => node(name, 'n8n-nodes-base.manualTrigger');

export const connection = (
	from: string,
	to: string,
	type: 'main' | 'ai_tool' | 'ai_languageModel' = 'main',
) => ({
	[from]: { [type]: [[{ node: to, type, index: 0 }]] },
});

/** A workflow whose nodes are connected in their order. */
export const chain = (
	name: string,
	nodes: INode[],
	pinData: Record<string, INodeExecutionData[]> = {},
) => ({
	name,
	nodes: nodes.map((each, at): INode => ({ ...each, position: [at * 200, 0] })),
	connections: Object.assign(
		{},
		...nodes.slice(1).map((each, at) => connection(nodes[at]?.name ?? '', each.name)),
	) as ReturnType<typeof connection>,
	settings: { executionOrder: 'v1' },
	pinData,
});

/** The executions of a workflow, oldest first. */
export async function executionsOf(
	workflowId: string,
	rest: Rest = n8n.rest,
	status?: readonly string[],
) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	const { results } = (await rest('GET', `/executions?limit=100&filter=${filter}`)) as {
		results: Array<{ id: string; status: string; stoppedAt: string }>;
	};
	return results.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Whether one of them has not ended. */
export const areOpen = (executions: Array<{ status: string }>) =>
	executions.some(({ status }) => ['new', 'running'].includes(status));
