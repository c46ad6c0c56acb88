import { inTurn, median, spread } from './measure.mjs';
import { getTasks, getTasksByHttp, getUser, getUserByHttp } from './nodes.mjs';

const ITEMS = 1_000;
const LATENCIES_MS = [0, 50, 200, 500];

const RECORDS = 10_000;
const STYLES = /** @type {const} */ (['page', 'cursor']);

const LIMIT = 200;
const WINDOW_MS = 5_000;
const ABOVE_LIMIT = 3 * LIMIT;
/** HTTP Request does not read the header, but can send in batches. */
const BATCHES = { batching: { batch: { batchSize: LIMIT, batchInterval: WINDOW_MS } } };

/** A rate limit that no measurement reaches. */
const AMPLE = { limit: 1_000_000, windowMs: 60_000 };

/**
 * @typedef {import('./stage.mjs').Stage} Stage
 * @typedef {import('./nodes.mjs').Node} Node
 */

/**
 * Times of our node and of HTTP Request, and how much faster ours is.
 *
 * @param {number} rounds
 * @param {Node[]} nodes
 * @param {(node: Node) => Promise<number>} measure
 */
async function compare(rounds, nodes, measure) {
	const [ours = [], theirs = []] = await inTurn(
		rounds,
		nodes.map((node) => () => measure(node)),
	);

	return [spread(ours), spread(theirs), `${(median(theirs) / median(ours)).toFixed(2)}×`];
}

/** @param {Stage} stage @param {number} count */
async function users({ sandbox }, count) {
	await sandbox.reset();
	await sandbox.fill('users', { id: 'u{n}', name: 'User {n}' }, count);

	return Array.from({ length: count }, (_, index) => ({ id: `u${index + 1}` }));
}

/** One record for each item. @param {Stage} stage @param {number} rounds */
export async function items(stage, rounds) {
	const input = await users(stage, ITEMS);
	const credentials = await stage.credentials();
	const nodes = [getUser(credentials), getUserByHttp(credentials, stage.baseUrl)];

	const rows = [];
	for (const latencyMs of LATENCIES_MS) {
		await stage.sandbox.settings({ latencyMs, quota: AMPLE });
		const times = await compare(rounds, nodes, async (node) => {
			const { output, seconds, error } = await stage.run(node, input);
			const isComplete = input.every(({ id }, index) => id === output[index]?.id);
			if (!isComplete) throw new Error(`${output.length} of ${ITEMS} records: ${error}`);

			return seconds;
		});
		rows.push([`${latencyMs} ms`, ...times]);
	}

	return {
		title: '1,000 GETs of one record',
		head: ['Latency', 'Project Workspace', 'HTTP Request', 'Speedup'],
		rows,
		note: 'HTTP Request starts all items without waiting for responses, so it is faster if the service takes long to respond: Project Workspace has at most 128 requests in flight, so that few are rejected when the rate limit is reached.',
	};
}

/** A list in pages of 100. @param {Stage} stage @param {number} rounds */
export async function lists({ baseUrl, credentials, run, sandbox }, rounds) {
	await sandbox.reset();
	const task = { id: 't{n}', title: 'Task {n}', project_id: 'project_site', status: 'open' };
	await sandbox.fill('tasks', task, RECORDS);
	const own = await credentials();

	const rows = [];
	for (const style of STYLES) {
		await sandbox.settings({ latencyMs: 50, quota: AMPLE, pagination: { style, pageSize: 100 } });
		const nodes = [getTasks(own), getTasksByHttp(own, baseUrl, style)];
		const times = await compare(rounds, nodes, async (node) => {
			const { output, seconds, error } = await run(node);
			const records = output.flatMap((json) => (Array.isArray(json.data) ? json.data : [json]));
			if (records.length !== RECORDS) throw new Error(`${records.length} records: ${error}`);

			return seconds;
		});
		rows.push([style, ...times]);
	}

	return {
		title: 'A list of 10,000 records in pages of 100, latency 50 ms',
		head: ['Pagination', 'Project Workspace', 'HTTP Request', 'Speedup'],
		rows,
		note: 'The pagination of HTTP Request was set up manually; Project Workspace detected it. With a cursor, no page can be requested in advance.',
	};
}

/** Three times as many requests as the rate limit allows in a window. @param {Stage} stage @param {number} rounds */
export async function quota(stage, rounds) {
	const { baseUrl, credentials, run, sandbox } = stage;
	const input = await users(stage, ABOVE_LIMIT);
	await sandbox.settings({ latencyMs: 50, quota: { limit: LIMIT, windowMs: WINDOW_MS } });

	/** @param {(unused: import('./nodes.mjs').Credentials) => Node} node */
	const measure = async (node) => {
		const unused = await credentials();
		await sandbox.forget();
		const { seconds } = await run(node(unused), input);
		const statuses = (await sandbox.requests()).map(({ status }) => status);
		const served = statuses.filter((status) => status === 200).length;

		return { seconds, rejected: statuses.length - served, lost: ABOVE_LIMIT - served };
	};

	const results = await inTurn(rounds, [
		() => measure(getUser),
		() => measure((own) => getUserByHttp(own, baseUrl)),
		() => measure((own) => getUserByHttp(own, baseUrl, BATCHES)),
	]);

	return {
		title: `${ABOVE_LIMIT} GETs with a rate limit of ${LIMIT} in ${WINDOW_MS / 1000} s, latency 50 ms`,
		head: ['Node', 'Time', 'Rejected', 'Lost'],
		rows: ['Project Workspace', 'HTTP Request', 'HTTP Request, in batches'].map((name, index) => {
			const runs = results[index] ?? [];
			return [
				name,
				spread(runs.map(({ seconds }) => seconds)),
				String(Math.max(...runs.map(({ rejected }) => rejected))),
				String(Math.max(...runs.map(({ lost }) => lost))),
			];
		}),
		note: `The rate limit allows no less than ${((ABOVE_LIMIT / LIMIT - 1) * WINDOW_MS) / 1000} s. Each run has its own API key. The batches were set up manually by a person who knows the rate limit.`,
	};
}
