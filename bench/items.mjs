import { inTurn, median, mostAtOnce, spread } from './measure.mjs';
import { getUser, getUserByHttp } from './nodes.mjs';
import { AMPLE } from './stage.mjs';

const COUNT = 1000;
const LATENCIES_MS = [0, 50, 200];

/**
 * One record for each of 1,000 items.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {number} rounds
 */
export async function items({ baseUrl, credential, run, sandbox }, rounds) {
	await sandbox.reset();
	await sandbox.fill('users', { id: 'u{n}', name: 'User {n}' }, COUNT);
	const input = Array.from({ length: COUNT }, (_, index) => ({ id: `u${index + 1}` }));
	const own = await credential();

	/** @param {Record<string, unknown>} node */
	const measure = async (node) => {
		await sandbox.forget();
		const { output, seconds, error } = await run(node, input);
		const isComplete = output.length === COUNT && output.every(({ id }, n) => id === input[n]?.id);
		if (!isComplete) throw new Error(`${output.length} of ${COUNT} records: ${error}`);

		return { seconds, atOnce: mostAtOnce(await sandbox.requests()) };
	};

	const nodes = [getUser(own), getUserByHttp(own, baseUrl)];
	const rows = [];
	for (const latencyMs of LATENCIES_MS) {
		await sandbox.settings({ latencyMs, quota: AMPLE });
		const [ours = [], http = []] = await inTurn(
			rounds,
			nodes.map((node) => () => measure(node)),
		);
		const [a, b] = [ours, http].map((runs) => runs.map(({ seconds }) => seconds));
		const most = [ours, http].map((runs) => Math.max(...runs.map(({ atOnce }) => atOnce)));

		rows.push([
			`${latencyMs} ms`,
			spread(a ?? []),
			spread(b ?? []),
			`${(median(b ?? []) / median(a ?? [])).toFixed(2)}×`,
			most.join(' / '),
		]);
	}

	return {
		title: '1,000 GETs of one record',
		head: ['Latency', 'Project Workspace', 'HTTP Request', 'Speedup', 'Parallel, ours / theirs'],
		rows,
		note: 'Parallel: the most requests at one moment. HTTP Request starts all items without waiting for responses.',
	};
}
