import { everyone, everyRecord, NAMES } from '../contenders.mjs';
import { median, megabytes, seconds, times } from '../figures.mjs';
import { HEAP_SETTINGS, liveBytes } from '../proc.mjs';
import { AMPLE, fillTasks, users } from '../records.mjs';
import { alternate } from '../repeat.mjs';
import { run } from '../run.mjs';

const RECORDS = 200_000;
/** A short list is read first, so that what is only loaded once does not count. */
const WARM_RECORDS = 2000;

/**
 * Peak memory of a long list, each time in a new n8n.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {number} repeat
 */
export async function memory(stage, repeat) {
	await stage.sandbox.reset();
	await users(stage, WARM_RECORDS);
	await fillTasks(stage, RECORDS);
	await stage.sandbox.settings({
		quota: AMPLE,
		list: { envelope: 'data' },
		pagination: { style: 'page', pageSize: 100 },
	});
	/** @param {import('../contenders.mjs').Who} who */
	const measure = async (who) => {
		const host = await stage.fresh(HEAP_SETTINGS);
		const [wanted] = await stage.credentials([host]);
		if (!wanted) throw new Error('no credential');
		await run(stage, { host, node: everyRecord[who](wanted, 'user') });
		let live = 0;
		const result = await run(stage, {
			host,
			node: everyRecord[who](wanted),
			saved: false,
			before: async () => (live = await liveBytes(host.pid)),
			after: async () => (live = (await liveBytes(host.pid)) - live),
		});
		await host.end();
		return { ...result, live, growth: result.peakBytes - result.startBytes };
	};
	const runs = await alternate(repeat, everyone, measure);
	/** @param {import('../contenders.mjs').Who} who */
	const row = (who) => {
		/** @param {(run: typeof runs[who][number]) => number} of */
		const mid = (of) => median(runs[who].map(of));
		return [
			NAMES[who],
			seconds(mid(({ timeMs }) => timeMs)),
			`${mid(({ cpuS }) => cpuS).toFixed(1)} s`,
			megabytes(mid(({ startBytes }) => startBytes)),
			megabytes(mid(({ peakBytes }) => peakBytes)),
			megabytes(mid(({ growth }) => growth)),
			megabytes(mid(({ live }) => live)),
			times(mid(({ growth, live }) => growth / live)),
		];
	};
	return {
		title: `Memory for a list of ${RECORDS.toLocaleString('en')} records in pages of 100`,
		head: ['', 'Time', 'CPU', 'Before', 'Peak', 'Growth', 'Its output', 'Growth ÷ output'],
		rows: everyone.map(row),
		notes: [
			'Memory is the resident memory of the n8n process. The output is what is still in memory right after the node, after garbage collection.',
		],
	};
}
