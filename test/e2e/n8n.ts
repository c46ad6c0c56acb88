import type { IConnections, INode, INodeExecutionData, IRun } from 'n8n-workflow';
import { parse } from 'flatted';
import { load } from '../scripts/load';
import { major } from './majors';
import { place } from './place';

const { N8nApi } = load<typeof import('../../scripts/clients/n8n.mjs')>('clients/n8n');
const { executionOver } =
	load<typeof import('../../scripts/clients/execution.mjs')>('clients/execution');

const DONE_WITHIN_MS = 60_000;

export interface WorkflowJson {
	name: string;
	nodes: Array<Partial<INode>>;
	connections: IConnections;
	settings?: Record<string, unknown>;
	pinData?: Record<string, INodeExecutionData[]>;
}

/** A request of the editor; gives the `data` of the answer. */
export type Rest = (method: string, path: string, body?: unknown) => Promise<unknown>;

export interface StoredWorkflow {
	id: string;
	versionId: string;
	nodes: INode[];
}

export interface Execution {
	status: string;
	/** As n8n stores and sends it, to look for what must not be in it. */
	text: string;
	/** What a node gave, one list per output. */
	outputs: (node: string) => INodeExecutionData[][];
	/** The message of the error that ended the execution. */
	error?: { message: string; description?: string | null };
}

/** Any n8n that a launcher has started, once its owner has logged in. */
export function restOf(url: string): { rest: Rest; login: () => Promise<void> } {
	const api = new N8nApi(url);
	return {
		rest: async (method, path, body) => await api.request(`${method} ${path}`, method, path, body),
		login: async () => await api.enter(),
	};
}

const { rest: request, login } = restOf(place.n8nUrl);

/** n8n 1 stores no workflow that does not say whether it is active. */
const store = async (workflow: object, rest: Rest = request) =>
	(await rest('POST', '/workflows', { ...workflow, active: false })) as StoredWorkflow;

/** `rest` is that of another n8n than the one that all tests share. */
async function waitFor(id: string, rest = request, withinMs = DONE_WITHIN_MS): Promise<Execution> {
	const found = await executionOver(async (path) => await rest('GET', path), id, withinMs);
	if (!found) throw new Error(`n8n does not keep execution ${id}`);
	return readable(found);
}

function readable({ status, data }: { status: string; data: string }): Execution {
	const { resultData } = parse(data) as IRun['data'];
	return {
		status,
		text: data,
		outputs: (node) =>
			(resultData.runData[node]?.[0]?.data?.main ?? []).map((items) => items ?? []),
		error: resultData.error,
	};
}

/** A real n8n over the API that its editor uses. */
export const n8n = {
	login,
	/** Any request of the editor; gives the `data` of the answer. */
	rest: request,
	workflows: async () =>
		(await request('GET', '/workflows')) as Array<{ id: string; name: string }>,
	store,
	create: async (workflow: WorkflowJson) => (await store(workflow)).id,
	/** What the button "Execute workflow" of a trigger does. */
	start: async (workflowId: string, trigger: string, rest: Rest = request) =>
		(await rest('POST', `/workflows/${workflowId}/run`, {
			...(await major.runs(rest, workflowId)),
			triggerToStartFrom: { name: trigger },
		})) as { executionId?: string; waitingForWebhook?: boolean },
	async run(workflowId: string, trigger: string, withinMs?: number): Promise<Execution> {
		const { executionId = '' } = await n8n.start(workflowId, trigger);
		return await waitFor(executionId, request, withinMs);
	},
	ended: waitFor,
	/** Stored first, as the editor does: n8n 1 tests nothing else. */
	async testCredential(data: Record<string, unknown>) {
		const credential = { name: 'Under test', type: 'projectWorkspaceApi', data };
		const { id } = (await request('POST', '/credentials', credential)) as { id: string };
		return (await request('POST', '/credentials/test', {
			credentials: { ...credential, id },
		})) as { status: string; message: string };
	},
};
