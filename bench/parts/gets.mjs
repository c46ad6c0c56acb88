import { everyone, getUser, NAMES } from '../contenders.mjs';
import { median, seconds, spread, times } from '../figures.mjs';
import { mostAtOnce } from '../recorded.mjs';
import { AMPLE, users } from '../records.mjs';
import { alternate } from '../repeat.mjs';
import { run } from '../run.mjs';

const COUNT = 1000;
const LATENCIES_MS = [0, 50, 200, 500];

/**
 * One record for each of 1,000 items: time, requests per CPU second, parallel requests.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {number} repeat
 */
export async function gets(stage, repeat) {
	await stage.sandbox.reset();
	const items = await users(stage, COUNT);
	const [wanted] = await stage.credentials();
	if (!wanted) throw new Error('no credential');
	/** @param {import('../contenders.mjs').Who} who */
	const measure = async (who) => {
		await stage.sandbox.forget();
		const result = await run(stage, { node: getUser[who](wanted), items });
		if (result.output.length !== COUNT || !result.output.every(({ id }, i) => id === items[i]?.id))
			throw new Error(`${NAMES[who]}: ${result.output.length} of ${COUNT}; ${result.error}`);
		return { ...result, atOnce: mostAtOnce(await stage.sandbox.requests()) };
	};
	await stage.sandbox.settings({ latencyMs: 0, quota: AMPLE });
	await alternate(1, everyone, measure); // so that the first measurement is not slower
	/** @type {string[][]} */
	const rows = [];
	for (const latencyMs of LATENCIES_MS) {
		await stage.sandbox.settings({ latencyMs });
		const { ours, http } = await alternate(repeat, everyone, measure);
		/** @param {typeof ours} runs */
		const figures = (runs) => ({
			time: median(runs.map(({ timeMs }) => timeMs)),
			times: spread(
				runs.map(({ timeMs }) => timeMs),
				seconds,
			),
			perCpu: COUNT / median(runs.map(({ cpuS }) => cpuS)),
			atOnce: Math.max(...runs.map(({ atOnce }) => atOnce)),
		});
		const [a, b] = [figures(ours), figures(http)];
		rows.push([
			`${latencyMs} ms`,
			a.times,
			b.times,
			times(b.time / a.time),
			`${a.atOnce} / ${b.atOnce}`,
			`${a.perCpu.toFixed(0)} / ${b.perCpu.toFixed(0)}`,
			times(a.perCpu / b.perCpu),
		]);
	}
	return {
		title: '1,000 GETs of one record',
		head: [
			'Latency',
			NAMES.ours,
			NAMES.http,
			'Speedup',
			'Parallel requests, ours / theirs',
			'Requests per CPU second, ours / theirs',
			'Ratio',
		],
		rows,
		notes: [
			'Speedup: the time of HTTP Request divided by ours. Parallel requests: the most at one moment. HTTP Request starts all items without waiting for responses, as it does by default. With 144 at once, 1,000 requests of 500 ms take 3.5 s at least.',
		],
	};
}
