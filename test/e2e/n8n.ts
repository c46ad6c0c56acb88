import type { IConnections, INode, INodeExecutionData, IRun } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { unflatten } from './flatted';
import { major } from './majors';
import { place } from './place';

const LOOK_EVERY_MS = 100;
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

let cookie = '';

async function request(method: string, path: string, body?: unknown): Promise<unknown> {
	const response = await fetch(`${place.n8nUrl}/rest${path}`, {
		method,
		headers: { 'content-type': 'application/json', cookie },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	const set = response.headers.getSetCookie().find((each) => each.startsWith('n8n-auth='));
	if (set) cookie = set.split(';', 1)[0] ?? '';
	return (JSON.parse(text) as { data: unknown }).data;
}

/** n8n 1 stores no workflow that does not say whether it is active. */
const store = async (workflow: object, rest: Rest = request) =>
	(await rest('POST', '/workflows', { ...workflow, active: false })) as StoredWorkflow;

/** `rest` is that of another n8n than the one that all tests share. */
async function waitFor(id: string, rest = request, withinMs = DONE_WITHIN_MS): Promise<Execution> {
	const deadline = Date.now() + withinMs;
	while (Date.now() < deadline) {
		const found = (await rest('GET', `/executions/${id}`)) as { status: string; data: string };
		const isOver = !['new', 'running', 'waiting'].includes(found.status);
		// n8n 1 says a moment earlier that it is over than it has written what came of it.
		if (isOver && found.data !== '[]') return readable(found);
		await sleep(LOOK_EVERY_MS);
	}
	throw new Error(`Execution ${id} did not end`);
}

function readable({ status, data }: { status: string; data: string }): Execution {
	const { resultData } = unflatten(data) as IRun['data'];
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
	login: () =>
		request('POST', '/login', {
			emailOrLdapLoginId: place.owner.email,
			password: place.owner.password,
		}),
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
