import { parse } from 'flatted';
import { sleep } from 'n8n-workflow';
import type { INode, INodeExecutionData, IRun } from 'n8n-workflow';

import { load } from '../scripts/load';
import { major } from './majors';
import { place } from './place';

const { N8nApi } = load<typeof import('../../scripts/clients/n8n.mjs')>('clients/n8n');
const { executionOver } =
	load<typeof import('../../scripts/clients/execution.mjs')>('clients/execution');

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

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
	/** The error that ended the execution. */
	error?: { message: string; description?: string | null };
}

/** An n8n over the API that its editor uses. */
export class N8n {
	readonly url: string;
	#api: InstanceType<typeof N8nApi>;

	constructor(url: string, password = '', session = '') {
		this.url = url;
		this.#api = new N8nApi(url, password);
		this.#api.session = session;
	}

	async login(): Promise<void> {
		await this.#api.enter();
	}

	/** Returns the `data` of the response. */
	async rest<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		return (await this.#api.request(method, path, body)) as T; // as the caller knows n8n
	}

	/** n8n 1 requires `active`. */
	async store(workflow: object): Promise<StoredWorkflow> {
		return await this.rest('POST', '/workflows', { ...workflow, active: false });
	}

	async createCredential(type: string, data: object): Promise<string> {
		return await this.#api.create('/credentials', { name: 'Made up', type, data });
	}

	async activate({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.rest('POST', `/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<void> {
		await this.rest('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Like the button "Execute workflow" of a trigger. */
	async start(id: string, trigger: string) {
		return await this.rest<{ executionId?: string; waitingForWebhook?: boolean }>(
			'POST',
			`/workflows/${id}/run`,
			{ ...(await major.runs(this, id)), triggerToStartFrom: { name: trigger } },
		);
	}

	async run(id: string, trigger: string): Promise<Execution> {
		const { executionId = '' } = await this.start(id, trigger);

		return await this.ended(executionId);
	}

	async ended(id: string): Promise<Execution> {
		const found = await executionOver((path) => this.rest('GET', path), id, WITHIN_MS);
		if (!found) throw new Error(`n8n does not keep execution ${id}`);

		const { resultData } = parse(found.data) as IRun['data'];
		return {
			status: found.status,
			text: found.data,
			outputs: (node) =>
				(resultData.runData[node]?.[0]?.data?.main ?? []).map((items) => items ?? []),
			error: resultData.error,
		};
	}

	/** The executions of a workflow, oldest first. */
	async executionsOf(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.rest<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			`/executions?limit=100&filter=${filter}`,
		);

		return results.sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** The executions of a workflow, once there are that many and all have ended. */
	async endedOf(workflowId: string, count: number): Promise<Execution[]> {
		const all = await eventually(async () => {
			const found = await this.executionsOf(workflowId);
			const isOpen = found.some(({ status }) => ['new', 'running'].includes(status));
			return found.length >= count && !isOpen ? found : undefined;
		});

		return await Promise.all(all.map(({ id }) => this.ended(id)));
	}
}

/** The n8n of all tests. */
export const n8n = new N8n(place.n8nUrl, '', place.session);

/** Looks repeatedly until there is a result. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + WITHIN_MS;

	while (Date.now() < deadline) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(LOOK_EVERY_MS);
	}

	throw new Error(`No result within ${WITHIN_MS} ms: ${look.toString()}`);
}
