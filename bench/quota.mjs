import { inTurn, spread } from './measure.mjs';
import { getUser, getUserByHttp } from './nodes.mjs';

const LIMIT = 200;
const WINDOW_MS = 5_000;
const COUNT = 3 * LIMIT;

/** HTTP Request does not read the header, but can send in batches. */
const BATCHES = { batching: { batch: { batchSize: LIMIT, batchInterval: WINDOW_MS } } };

/**
 * Three times as many requests as the rate limit allows in a window.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {number} rounds
 */
export async function quota({ baseUrl, credential, run, sandbox }, rounds) {
	await sandbox.reset();
	await sandbox.fill('users', { id: 'u{n}', name: 'User {n}' }, COUNT);
	await sandbox.settings({ latencyMs: 50, quota: { limit: LIMIT, windowMs: WINDOW_MS } });
	const input = Array.from({ length: COUNT }, (_, index) => ({ id: `u${index + 1}` }));

	/** @typedef {import('./nodes.mjs').Credential} Credential @param {(credential: Credential) => Record<string, unknown>} node */
	const measure = async (node) => {
		const unused = await credential();
		await sandbox.forget();
		const { seconds } = await run(node(unused), input);
		const statuses = (await sandbox.requests()).map(({ status }) => status);
		const served = statuses.filter((status) => status === 200).length;

		return { seconds, rejected: statuses.length - served, lost: COUNT - served };
	};

	const nodes = {
		'Project Workspace': getUser,
		'HTTP Request': (/** @type {Credential} */ own) => getUserByHttp(own, baseUrl),
		'HTTP Request, in batches': (/** @type {Credential} */ own) =>
			getUserByHttp(own, baseUrl, BATCHES),
	};
	const results = await inTurn(
		rounds,
		Object.values(nodes).map((node) => () => measure(node)),
	);

	return {
		title: `${COUNT} GETs with a rate limit of ${LIMIT} in ${WINDOW_MS / 1000} s, latency 50 ms`,
		head: ['Node', 'Time', 'Rejected', 'Lost'],
		rows: Object.keys(nodes).map((name, index) => {
			const runs = results[index] ?? [];
			return [
				name,
				spread(runs.map(({ seconds }) => seconds)),
				String(Math.max(...runs.map(({ rejected }) => rejected))),
				String(Math.max(...runs.map(({ lost }) => lost))),
			];
		}),
		note: `The rate limit allows no less than ${((COUNT / LIMIT - 1) * WINDOW_MS) / 1000} s. Each run has its own API key. The batches were set up manually by a person who knows the rate limit.`,
	};
}
