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

/** A request of the editor. Returns the `data` of the response. */
export type Rest = (method: string, path: string, body?: unknown) => Promise<unknown>;

export interface StoredWorkflow {
	id: string;
	versionId: string;
	nodes: INode[];
}

export interface Execution {
	status: string;
	/** As n8n stores it, to search for secrets. */
	text: string;
	/** The items of a node, one list for each output. */
	outputs: (node: string) => INodeExecutionData[][];
	/** The message of the error that ended the execution. */
	error?: { message: string; description?: string | null };
}

/** The API of an n8n, which the owner has to log in to first. */
export function restOf(url: string, password: string): { rest: Rest; login: () => Promise<void> } {
	const api = new N8nApi(url, password);
	return { rest: restThrough(api), login: async () => await api.enter() };
}

const restThrough =
	(api: InstanceType<typeof N8nApi>): Rest =>
	async (method, path, body) =>
		await api.request(method, path, body);

const shared = new N8nApi(place.n8nUrl, '');
shared.session = place.session;
const request = restThrough(shared);

/** n8n 1 requires `active`. */
const store = async (workflow: object, rest: Rest = request) =>
	(await rest('POST', '/workflows', { ...workflow, active: false })) as StoredWorkflow;

/** Waits for the end of an execution; `rest` is for another n8n than the shared one. */
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
	rest: request,
	workflows: async () =>
		(await request('GET', '/workflows')) as Array<{ id: string; name: string }>,
	store,
	create: async (workflow: WorkflowJson) => (await store(workflow)).id,
	/** Like the button "Execute workflow" of a trigger. */
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
	/** Stored first, as by the editor: n8n 1 only tests stored credentials. */
	async testCredential(data: Record<string, unknown>) {
		const credential = { name: 'Under test', type: 'projectWorkspaceApi', data };
		const { id } = (await request('POST', '/credentials', credential)) as { id: string };
		return (await request('POST', '/credentials/test', {
			credentials: { ...credential, id },
		})) as { status: string; message: string };
	},
};
