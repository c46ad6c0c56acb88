import { parse } from 'flatted';
import { executionOver } from '../scripts/clients/execution.mjs';
import { cpuSeconds, memoryBytes, resetPeak } from './proc.mjs';
import { NODE, START, workflow } from './workflow.mjs';

const DONE_WITHIN_MS = 600_000;
/** Not often, since n8n's CPU time is measured at the same time. */
const LOOK_EVERY_MS = 250;
/** If memory is measured: each look makes n8n read its database, and leaves garbage. */
const RARE_LOOK_MS = 5_000;

/**
 * @typedef {object} Run
 * @property {string} status
 * @property {string} [error]
 * @property {number} timeMs of the node alone
 * @property {number} cpuS of the n8n process while the node runs
 * @property {number} startBytes memory of the n8n process before
 * @property {number} peakBytes and its maximum
 * @property {Array<Record<string, unknown>>} output empty if n8n did not keep the execution
 */

/**
 * Runs one node in n8n and measures it.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {object} wish
 * @param {import('./stage.mjs').Host} [wish.host]
 * @param {Record<string, unknown>} wish.node
 * @param {unknown[]} [wish.items]
 * @param {boolean} [wish.saved] whether n8n keeps the execution: not for huge outputs
 * @param {() => unknown} [wish.before] called just before the node
 * @param {() => unknown} [wish.after] and right after it
 * @returns {Promise<Run>}
 */
export async function run(stage, wish) {
	const { host = stage.n8n, node, items = [{}], saved = true, before, after } = wish;
	const { api, pid } = host;
	const start = { time: 0, cpu: 0, bytes: 0 };
	const end = { time: NaN, cpu: NaN, peak: NaN };
	const marks = stage.marks.open({
		items,
		async begin() {
			await before?.();
			resetPeak(pid);
			Object.assign(start, {
				bytes: memoryBytes(pid, 'VmRSS'),
				cpu: cpuSeconds(pid),
				time: performance.now(),
			});
		},
		async end() {
			Object.assign(end, {
				time: performance.now(),
				cpu: cpuSeconds(pid),
				peak: memoryBytes(pid, 'VmHWM'),
			});
			await after?.();
		},
	});
	const { id } = /** @type {{ id: string }} */ (
		await api.request('bench', 'POST', '/workflows', workflow({ node, urls: marks, saved }))
	);
	const started = /** @type {{ executionId: string }} */ (
		await api.request('bench', 'POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: START },
		})
	);
	/** @param {string} path */
	const get = (path) => api.request('bench', 'GET', path);
	const lookMs = saved ? LOOK_EVERY_MS : RARE_LOOK_MS;
	const kept = await executionOver(get, started.executionId, DONE_WITHIN_MS, lookMs);
	marks.close();
	return {
		status: 'not kept',
		timeMs: end.time - start.time,
		output: [],
		...(kept ? readable(kept) : {}),
		cpuS: end.cpu - start.cpu,
		startBytes: start.bytes,
		peakBytes: end.peak,
	};
}

/**
 * @typedef {{ executionTime: number, data?: { main: Array<Array<{ json: Record<string, unknown> }>> }, error?: { message: string } }} TaskData
 * @param {{ status: string, data: string }} execution
 */
function readable({ status, data }) {
	const { resultData } = /** @type {{ resultData: { runData: Record<string, TaskData[]> } }} */ (
		parse(data)
	);
	const task = resultData.runData[NODE]?.[0];
	return {
		status,
		...(task ? { timeMs: task.executionTime } : {}),
		error: task?.error?.message,
		output: (task?.data?.main[0] ?? []).map(({ json }) => json),
	};
}
