import { getUser, NAMES } from '../contenders.mjs';
import { median, percent, seconds, spread, times } from '../figures.mjs';
import { rejections, servedAfter, servedTwice, span } from '../recorded.mjs';
import { users } from '../records.mjs';
import { alternate } from '../repeat.mjs';
import { run } from '../run.mjs';

const LIMIT = 200;
const WINDOW_MS = 5000;
const COUNT = 3 * LIMIT;
const LATENCY_MS = 50;
/** The first third is allowed immediately, each of the others takes a window: for a window and for a bucket. */
const MINIMUM_MS = (COUNT / LIMIT - 1) * WINDOW_MS;

/** HTTP Request does not read the header, but can send in batches. */
const BATCHES = {
	options: { batching: { batch: { batchSize: LIMIT, batchInterval: WINDOW_MS } } },
};

/** @type {Array<['fixedWindow' | 'tokenBucket', string]>} */
const MODES = [
	['fixedWindow', 'fixed window'],
	['tokenBucket', 'token bucket'],
];

/**
 * Three times as many requests as the rate limit allows in a window, in one n8n and in two that share a key.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {number} repeat
 */
export async function quota(stage, repeat) {
	await stage.sandbox.reset();
	const items = await users(stage, COUNT);
	const hosts = [stage.n8n, await stage.fresh()];

	/**
	 * @param {import('../contenders.mjs').Who} who
	 * @param {import('../stage.mjs').Host[]} on
	 * @param {Record<string, unknown>} [more] parameters of the node
	 */
	const measure = async (who, on, more = {}) => {
		const credentials = await stage.credentials(on);
		await stage.sandbox.forget();
		const share = COUNT / on.length;
		const runs = await Promise.all(
			on.map(async (host, n) => {
				const wanted = credentials[n];
				if (!wanted) throw new Error('no credential');
				const node = getUser[who](wanted, more);
				if (who === 'http') node.onError = 'continueRegularOutput';
				const own = items.slice(n * share, (n + 1) * share);
				const { output, timeMs, error } = await run(stage, { host, node, items: own });
				const inOrder = own.every(({ id }, index) => output[index]?.id === id);
				return { timeMs, error, inOrder: inOrder && output.length === own.length };
			}),
		);
		const requests = await stage.sandbox.requests();
		return {
			// Two processes do not start at the same moment: from the first request to the last response.
			servedAt: [LIMIT, 2 * LIMIT].map((n) => servedAfter(requests, n)),
			timeMs: on.length > 1 ? span(requests) : (runs[0]?.timeMs ?? NaN),
			inOrder: runs.every((each) => each.inOrder),
			error: runs.find(({ error }) => error)?.error,
			lost: COUNT - requests.filter(({ status }) => status === 200).length,
			twice: servedTwice(requests),
			rejected: rejections(requests) / requests.length,
		};
	};
	/** @typedef {Awaited<ReturnType<typeof measure>>} Result */
	/** @param {string} name @param {Result[]} results */
	const row = (name, results) => {
		const all = results.map(({ timeMs }) => timeMs);
		/** @param {(result: Result) => number} of */
		const worst = (of) => Math.max(...results.map(of));
		return [
			name,
			spread(all, seconds),
			...(worst(({ lost }) => lost) > 0
				? ['–', '–']
				: [times(median(all) / MINIMUM_MS), (results[0]?.servedAt ?? []).map(seconds).join(', ')]),
			percent(worst(({ rejected }) => rejected)),
			String(worst(({ lost }) => lost)),
			results.every(({ inOrder }) => inOrder) ? 'yes' : 'no',
			String(worst(({ twice }) => twice)),
			...new Set(results.flatMap(({ error }) => error ?? [])),
		];
	};
	/** @type {string[][]} */
	const rows = [];
	await stage.sandbox.settings({ latencyMs: LATENCY_MS });
	for (const [mode, words] of MODES) {
		await stage.sandbox.settings({ quota: { mode, limit: LIMIT, windowMs: WINDOW_MS } });
		/** @type {Result[]} */
		const ours = [];
		for (let n = 0; n < repeat; n++) ours.push(await measure('ours', [stage.n8n]));
		rows.push(row(`${NAMES.ours}, ${words}`, ours));
		const { http, batches } = await alternate(
			repeat,
			/** @type {const} */ (['http', 'batches']),
			(name) => measure('http', [stage.n8n], name === 'batches' ? BATCHES : {}),
		);
		rows.push(row(`${NAMES.http}, ${words}`, http));
		rows.push(row(`${NAMES.http}, ${words}, in batches that fit the rate limit`, batches));
		/** @type {Result[]} */
		const pair = [];
		for (let n = 0; n < repeat; n++) pair.push(await measure('ours', hosts));
		rows.push(row(`${NAMES.ours}, ${words}, two n8n processes`, pair));
	}
	return {
		title: `${COUNT} GETs with a rate limit of ${LIMIT} in ${WINDOW_MS / 1000} s, ${LATENCY_MS} ms`,
		head: [
			'',
			'Time',
			'vs. minimum',
			`Requests ${LIMIT + 1} and ${2 * LIMIT + 1} after`,
			'Rejected',
			'Lost',
			'Order kept',
			'Duplicates',
		],
		rows,
		notes: [
			`The minimum time that the rate limit allows is ${MINIMUM_MS / 1000} s. Each run has its own, new API key. HTTP Request is set to continue after rejected requests; otherwise its execution stops at the first. In batches: ${LIMIT} requests every ${WINDOW_MS / 1000} s, set up manually by a person who knows the rate limit. This works as long as nobody else uses the key.`,
		],
	};
}
