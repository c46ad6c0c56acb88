import { everyRecord, NAMES } from '../contenders.mjs';
import { median, seconds, spread, times } from '../figures.mjs';
import { mostAtOnce } from '../recorded.mjs';
import { AMPLE, fillTasks, recordsIn } from '../records.mjs';
import { alternate } from '../repeat.mjs';
import { run } from '../run.mjs';

const COUNT = 10_000;
const LATENCY_MS = 50;

const ROWS = /** @type {const} */ ({
	page: { who: 'ours', style: 'page', pages: 'page number with a total' },
	httpPage: { who: 'http', style: 'page', pages: 'page number, set up manually' },
	cursor: { who: 'ours', style: 'cursor', pages: 'cursor' },
	httpCursor: { who: 'http', style: 'cursor', pages: 'cursor, set up manually' },
});

/**
 * A list of 10,000 records in pages of 100.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {number} repeat
 */
export async function lists(stage, repeat) {
	await stage.sandbox.reset();
	await fillTasks(stage, COUNT);
	await stage.sandbox.settings({
		quota: AMPLE,
		latencyMs: LATENCY_MS,
		list: { envelope: 'data' },
	});
	const [wanted] = await stage.credentials();
	if (!wanted) throw new Error('no credential');
	/**
	 * @param {import('../contenders.mjs').Who} who
	 * @param {import('../contenders.mjs').Style} style
	 */
	const measure = async (who, style) => {
		await stage.sandbox.settings({ pagination: { style, pageSize: 100 } });
		await stage.sandbox.forget();
		const { timeMs, output, error } = await run(stage, {
			node: everyRecord[who](wanted, 'task', style),
		});
		const records = recordsIn(output);
		if (records.length !== COUNT || !records.every(({ id }, n) => id === `t${n + 1}`))
			throw new Error(`${NAMES[who]}: ${records.length} of ${COUNT}; ${error}`);
		const requests = await stage.sandbox.requests();
		return { timeMs, requests: requests.length, atOnce: mostAtOnce(requests) };
	};
	await measure('ours', 'page'); // so that the first measurement is not slower
	const runs = await alternate(
		repeat,
		/** @type {Array<keyof typeof ROWS>} */ (Object.keys(ROWS)),
		(name) => measure(ROWS[name].who, ROWS[name].style),
	);
	/** @param {Array<{ timeMs: number }>} results */
	const timesOf = (results) => results.map(({ timeMs }) => timeMs);
	return {
		title: `A list of 10,000 records in pages of 100, ${LATENCY_MS} ms`,
		head: ['', 'Time', 'Speedup', 'Requests', 'Parallel requests'],
		rows: Object.entries(ROWS).map(([key, { who, style, pages }]) => {
			const name = /** @type {keyof typeof ROWS} */ (key);
			const theirs = median(timesOf(runs[style === 'page' ? 'httpPage' : 'httpCursor']));
			return [
				`${NAMES[who]}, ${pages}`,
				spread(timesOf(runs[name]), seconds),
				who === 'http' ? '' : times(theirs / median(timesOf(runs[name]))),
				String(runs[name][0]?.requests),
				String(Math.max(...runs[name].map(({ atOnce }) => atOnce))),
			];
		}),
		notes: [
			'Speedup: the time of HTTP Request with the same pagination divided by ours. The pagination of HTTP Request was set up manually; this node detected it. With a cursor, each page contains the cursor of the next, so pages cannot be requested in advance.',
		],
	};
}
