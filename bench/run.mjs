import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from '../scripts/launch/messages.mjs';
import { cpuSeconds, memoryBytes, resetPeak } from './proc.mjs';
import { unflatten } from './unflatten.mjs';
import { NODE, START, workflow } from './workflow.mjs';

const LOOK_EVERY_MS = 250;
const DONE_WITHIN_MS = 600_000;

/**
 * @typedef {object} Run
 * @property {string} status
 * @property {string} [error]
 * @property {number} timeMs of the node alone
 * @property {number} cpuS of the n8n process meanwhile
 * @property {number} startBytes memory of the n8n process before
 * @property {number} peakBytes and at most meanwhile
 * @property {Array<Record<string, unknown>>} output empty where the execution was not kept
 */

/**
 * Runs one node in n8n and measures it.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {object} wish
 * @param {import('./n8n-host.mjs').Host} [wish.host]
 * @param {Record<string, unknown>} wish.node
 * @param {unknown[]} [wish.items]
 * @param {boolean} [wish.saved] whether to keep and read the execution: not for huge outputs
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
	const kept = await waitFor(host, started.executionId);
	marks.close();
	return {
		status: 'not kept',
		timeMs: end.time - start.time,
		output: [],
		...kept,
		cpuS: end.cpu - start.cpu,
		startBytes: start.bytes,
		peakBytes: end.peak,
	};
}

/**
 * @param {import('./n8n-host.mjs').Host} host
 * @param {string} id
 */
async function waitFor({ api }, id) {
	const deadline = Date.now() + DONE_WITHIN_MS;
	for (;;) {
		try {
			const found = /** @type {{ status: string, data: string } | undefined} */ (
				await api.request('bench', 'GET', `/executions/${id}`)
			);
			if (!found) return undefined;
			if (!['new', 'running', 'waiting'].includes(found.status)) return readable(found);
		} catch (error) {
			// An execution that is not kept is gone when it has ended.
			if (error instanceof LaunchError && /\b404\b/.test(error.message)) return undefined;
			throw error;
		}
		if (Date.now() > deadline) throw new Error(`Execution ${id} did not end`);
		await pause(LOOK_EVERY_MS);
	}
}

/**
 * @typedef {{ executionTime: number, data?: { main: Array<Array<{ json: Record<string, unknown> }>> }, error?: { message: string } }} TaskData
 * @param {{ status: string, data: string }} execution
 */
function readable({ status, data }) {
	const { resultData } = /** @type {{ resultData: { runData: Record<string, TaskData[]> } }} */ (
		unflatten(data)
	);
	const task = resultData.runData[NODE]?.[0];
	return {
		status,
		...(task ? { timeMs: task.executionTime } : {}),
		error: task?.error?.message,
		output: (task?.data?.main[0] ?? []).map(({ json }) => json),
	};
}
