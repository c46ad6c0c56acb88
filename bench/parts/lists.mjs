import { everyRecord, NAMES } from '../contenders.mjs';
import { freshCredential } from '../credential.mjs';
import { median, seconds, times } from '../figures.mjs';
import { mostAtOnce } from '../recorded.mjs';
import { alternate } from '../repeat.mjs';
import { run } from '../run.mjs';
import { fillTasks, recordsIn } from '../tasks.mjs';
import { AMPLE } from '../users.mjs';

const COUNT = 10_000;
const LATENCY_MS = 50;

/**
 * A list of 10,000 records in pages of 100.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {{ repeat: number }} options
 * @returns {AsyncGenerator<import('../table.mjs').Table>}
 */
export async function* lists(stage, { repeat }) {
	await stage.sandbox.reset();
	await fillTasks(stage, COUNT);
	await stage.sandbox.settings({
		quota: AMPLE,
		latencyMs: LATENCY_MS,
		list: { envelope: 'data' },
	});
	const [wanted] = await freshCredential(stage);
	if (!wanted) return;
	/**
	 * @param {import('../contenders.mjs').Who} who
	 * @param {string} style
	 */
	const measure = async (who, style) => {
		await stage.sandbox.settings({ pagination: { style, pageSize: 100 } });
		await stage.sandbox.forget();
		const { timeMs, output, error } = await run(stage, { node: everyRecord[who](wanted) });
		const records = recordsIn(output);
		if (records.length !== COUNT || !records.every(({ id }, n) => id === `t${n + 1}`))
			throw new Error(`${NAMES[who]}: ${records.length} of ${COUNT}; ${error}`);
		const requests = await stage.sandbox.requests();
		return { timeMs, requests: requests.length, atOnce: mostAtOnce(requests) };
	};
	await measure('ours', 'page'); // warm
	const { ours, http } = await alternate(repeat, (who) => measure(who, 'page'));
	/** @type {typeof ours} */
	const byCursor = [];
	for (let n = 0; n < repeat; n++) byCursor.push(await measure('ours', 'cursor'));
	const theirs = median(http.map(({ timeMs }) => timeMs));
	/**
	 * @param {string} name
	 * @param {typeof ours} runs
	 */
	const row = (name, runs) => {
		const time = median(runs.map(({ timeMs }) => timeMs));
		const best = Math.min(...runs.map(({ timeMs }) => timeMs));
		return [
			name,
			`${seconds(time)} (${seconds(best)})`,
			times(theirs / time),
			String(runs[0]?.requests),
			String(Math.max(...runs.map(({ atOnce }) => atOnce))),
		];
	};
	yield {
		title: `A list of 10,000 records in pages of 100, ${LATENCY_MS} ms`,
		head: ['', 'Time (best)', 'As fast', 'Requests', 'At once'],
		rows: [
			row(`${NAMES.http}, page number, pagination set up by hand`, http),
			row(`${NAMES.ours}, page number with a total`, ours),
			row(`${NAMES.ours}, cursor (each page names the next)`, byCursor),
		],
	};
}
