import { parse } from 'flatted';
import { executionOver } from '../scripts/clients/execution.mjs';
import { N8nApi } from '../scripts/clients/n8n.mjs';
import { sandboxControl } from '../scripts/clients/sandbox.mjs';
import { start } from '../scripts/launch/start.mjs';

const DONE_WITHIN_MS = 600_000;

/** Otherwise the measurements of a quick machine would reach the 10,000 requests a minute of the largest plan. */
const AMPLE_PLAN = { plan: 'custom', requestsPerMinute: 100_000 };

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
	const { n8n, sandbox: service, state } = await start();
	const { origin, baseUrl } = service.ready;
	const api = new N8nApi(n8n.url, state.ownerPassword);
	await api.enter();
	const sandbox = sandboxControl(origin);

	return {
		api,
		sandbox,
		baseUrl,

		/** Credentials with a new API key, whose rate limit is unused. @returns {Promise<import('./nodes.mjs').Credentials>} */
		async credentials() {
			const key = await sandbox.key();
			/** @param {string} type @param {object} data */
			const create = async (type, data) => {
				const name = 'Bench';
				return { id: await api.create('/credentials', { name, type, data }), name };
			};

			return {
				ours: await create('projectWorkspaceApi', { apiKey: key, baseUrl, ...AMPLE_PLAN }),
				bearer: await create('httpBearerAuth', { token: key }),
			};
		},

		/**
		 * Runs one node.
		 *
		 * @param {Json} node
		 * @param {unknown[]} [items] its input
		 * @returns {Promise<Run>}
		 */
		async run(node, items = [{}]) {
			const id = await api.create('/workflows', workflow(node, items));
			const started = await api.request('POST', `/workflows/${id}/run`, {
				triggerToStartFrom: { name: 'Start' },
			});
			const { executionId } = /** @type {{ executionId: string }} */ (started);
			/** @param {string} path */
			const get = (path) => api.request('GET', path);
			const over = await executionOver(get, executionId, DONE_WITHIN_MS);
			return read(over?.data ?? '[]');
		},
	};
}

/** @param {Json} node @param {unknown[]} items its input, pinned on the trigger */
function workflow(node, items) {
	const trigger = { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };

	return {
		name: 'Benchmark',
		active: false,
		nodes: [
			{ ...trigger, id: 'n0', name: 'Start', position: [0, 0] },
			{ ...node, id: 'n1', name: 'Node', position: [200, 0] },
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		pinData: { Start: items.map((json) => ({ json })) },
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
