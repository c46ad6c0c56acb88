import { inTurn, median, spread } from './measure.mjs';
import { getTasks, getTasksByHttp } from './nodes.mjs';
import { AMPLE } from './stage.mjs';

const COUNT = 10_000;
const STYLES = /** @type {const} */ (['page', 'cursor']);

/**
 * A list of 10,000 records in pages of 100.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {number} rounds
 */
export async function lists({ baseUrl, credential, run, sandbox }, rounds) {
	await sandbox.reset();
	const task = { id: 't{n}', title: 'Task {n}', project_id: 'project_site', status: 'open' };
	await sandbox.fill('tasks', task, COUNT);
	const own = await credential();

	/** @param {Record<string, unknown>} node */
	const measure = async (node) => {
		await sandbox.forget();
		const { output, seconds, error } = await run(node);
		const records = output.flatMap((json) => (Array.isArray(json.data) ? json.data : [json]));
		if (records.length !== COUNT) throw new Error(`${records.length} of ${COUNT}: ${error}`);

		return { seconds, requests: (await sandbox.requests()).length };
	};

	const rows = [];
	for (const style of STYLES) {
		await sandbox.settings({ latencyMs: 50, quota: AMPLE, pagination: { style, pageSize: 100 } });
		const nodes = [getTasks(own), getTasksByHttp(own, baseUrl, style)];
		const [ours = [], http = []] = await inTurn(
			rounds,
			nodes.map((node) => () => measure(node)),
		);
		const [a, b] = [ours, http].map((runs) => runs.map(({ seconds }) => seconds));

		rows.push([
			style,
			spread(a ?? []),
			spread(b ?? []),
			`${(median(b ?? []) / median(a ?? [])).toFixed(2)}×`,
			`${ours[0]?.requests} / ${http[0]?.requests}`,
		]);
	}

	return {
		title: 'A list of 10,000 records in pages of 100, latency 50 ms',
		head: ['Pagination', 'Project Workspace', 'HTTP Request', 'Speedup', 'Requests, ours / theirs'],
		rows,
		note: 'The pagination of HTTP Request was set up manually; Project Workspace detected it. With a cursor, no page can be requested in advance.',
	};
}
