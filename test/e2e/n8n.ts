import type { IConnections, INode, INodeExecutionData, IRun } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { unflatten } from './flatted';
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

/** `rest` is that of another n8n than the one that all tests share. */
async function waitFor(id: string, rest = request): Promise<Execution> {
	const deadline = Date.now() + DONE_WITHIN_MS;
	while (Date.now() < deadline) {
		const found = (await rest('GET', `/executions/${id}`)) as { status: string; data: string };
		if (!['new', 'running', 'waiting'].includes(found.status)) return readable(found);
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
	create: async (workflow: WorkflowJson) =>
		((await request('POST', '/workflows', workflow)) as { id: string }).id,
	async run(workflowId: string, trigger: string): Promise<Execution> {
		const started = (await request('POST', `/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: trigger },
		})) as { executionId: string };
		return await waitFor(started.executionId);
	},
	ended: waitFor,
	testCredential: async (data: Record<string, unknown>) =>
		(await request('POST', '/credentials/test', {
			credentials: { id: '', name: 'Under test', type: 'projectWorkspaceApi', data },
		})) as { status: string; message: string },
};
