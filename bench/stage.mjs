import { parse } from 'flatted';
import { executionOver } from '../scripts/clients/execution.mjs';
import { N8nApi, newPassword } from '../scripts/clients/n8n.mjs';
import { sandboxControl } from '../scripts/clients/sandbox.mjs';
import { startN8n } from '../scripts/launch/n8n.mjs';
import { freePort } from '../scripts/launch/ports.mjs';
import { step } from '../scripts/launch/progress.mjs';
import { startSandbox } from '../scripts/launch/sandbox.mjs';
import { prepare } from '../scripts/launch/start.mjs';
import { readState } from '../scripts/launch/state.mjs';
import { openServer } from './server.mjs';

const DONE_WITHIN_MS = 600_000;
const LOOK_EVERY_MS = 250;

/** A rate limit that no measurement reaches. */
export const AMPLE = { limit: 1_000_000, windowMs: 60_000 };

/**
 * @typedef {Awaited<ReturnType<typeof openStage>>} Stage
 *
 * @typedef {Record<string, unknown>} Json
 *
 * @typedef {object} Run
 * @property {number} seconds execution time of the node
 * @property {Json[]} output
 * @property {string} [error]
 */

/** The sandbox and an n8n, for all measurements. */
export async function openStage() {
	const installed = await prepare();
	const { encryptionKey, signingSecret } = readState();
	const { ready } = await step('Starting the sandbox', async () =>
		startSandbox({ node: installed.node, port: await freePort(), signingSecret }),
	);
	const n8n = await step('Starting n8n', () => startN8n({ ...installed, encryptionKey }));
	const api = new N8nApi(n8n.url, newPassword());
	await api.enter();
	const sandbox = sandboxControl(ready.origin);

	/** The input of the node under test: a server responds with it. @type {unknown[]} */
	let input = [];
	const server = await openServer(() => input);

	return {
		api,
		sandbox,
		baseUrl: ready.baseUrl,
		close: server.close,

		/** A credential with a new API key, whose rate limit is unused. @returns {Promise<{ id: string, name: string }>} */
		async credential() {
			const data = { apiKey: await sandbox.key(), baseUrl: ready.baseUrl, plan: 'enterprise' };
			const body = { name: 'Bench', type: 'projectWorkspaceApi', data };
			return { id: await api.create('/credentials', body), name: 'Bench' };
		},

		/**
		 * Runs one node.
		 *
		 * @param {Json} node
		 * @param {unknown[]} [items] its input
		 * @returns {Promise<Run>}
		 */
		async run(node, items = [{}]) {
			input = items;
			const id = await api.create('/workflows', workflow(node, server.url));
			const started = await api.request('POST', `/workflows/${id}/run`, {
				triggerToStartFrom: { name: 'Start' },
			});
			const { executionId } = /** @type {{ executionId: string }} */ (started);
			const over = await executionOver(
				(path) => api.request('GET', path),
				executionId,
				DONE_WITHIN_MS,
				LOOK_EVERY_MS,
			);
			return read(over?.data ?? '[]');
		},
	};
}

/** @param {Json} node @param {string} url of its input */
function workflow(node, url) {
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{ name: 'Input', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url } },
		{ ...node, name: 'Node' },
	];
	/** @param {string} name */
	const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

	return {
		name: 'Benchmark',
		active: false,
		nodes: nodes.map((each, index) => ({ id: `n${index}`, position: [index * 200, 0], ...each })),
		connections: { Start: to('Input'), Input: to('Node') },
		settings: { executionOrder: 'v1' },
	};
}

/**
 * @param {string} data of an execution, as n8n saves it
 * @returns {Run}
 */
function read(data) {
	/**
	 * @typedef {{ executionTime: number, data?: { main: Array<Array<{ json: Json }>> }, error?: { message: string } }} NodeRun
	 *
	 * @type {{ resultData: { runData: Record<string, NodeRun[]> } }}
	 */
	const { resultData } = parse(data);
	const run = resultData.runData.Node?.[0];

	return {
		seconds: (run?.executionTime ?? NaN) / 1000,
		output: (run?.data?.main[0] ?? []).map(({ json }) => json),
		error: run?.error?.message,
	};
}
