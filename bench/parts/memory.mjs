import { everyone, everyRecord, NAMES } from '../contenders.mjs';
import { freshCredential } from '../credential.mjs';
import { median, megabytes, seconds, times } from '../figures.mjs';
import { heapPeak, liveBytes, openInspector } from '../inspector.mjs';
import { alternate } from '../repeat.mjs';
import { run } from '../run.mjs';
import { fillTasks } from '../tasks.mjs';
import { AMPLE, users } from '../users.mjs';

/** A short list first: what the first one costs (code, connections) is no part of the records. */
const WARM_RECORDS = 2000;

/**
 * Peak memory of a long list, each time in an n8n that has done nothing else.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {{ repeat: number, records: number }} options
 * @returns {AsyncGenerator<import('../table.mjs').Table>}
 */
export async function* memory(stage, { repeat, records }) {
	await stage.sandbox.reset();
	await users(stage, WARM_RECORDS);
	await fillTasks(stage, records);
	await stage.sandbox.settings({
		quota: AMPLE,
		list: { envelope: 'data' },
		pagination: { style: 'page', pageSize: 100 },
	});
	const { ours, http } = await alternate(repeat, everyone, async (who) => {
		const host = await stage.fresh();
		const inspector = await openInspector(host.pid);
		const [wanted] = await freshCredential(stage, [host]);
		if (!wanted) throw new Error('no credential');
		await run(stage, { host, node: everyRecord[who](wanted, 'user') });
		const heap = heapPeak(inspector);
		let live = 0;
		const result = await run(stage, {
			host,
			node: everyRecord[who](wanted),
			saved: false,
			before: async () => {
				live = await liveBytes(inspector);
				heap.start();
			},
			after: async () => {
				heap.stop();
				live = (await liveBytes(inspector)) - live;
			},
		});
		inspector.close();
		await host.end();
		return { ...result, live, heap: heap.growth(), growth: result.peakBytes - result.startBytes };
	});
	/**
	 * @param {string} name
	 * @param {typeof ours} runs
	 */
	const row = (name, runs) => {
		/** @param {(run: typeof ours[number]) => number} of */
		const mid = (of) => median(runs.map(of));
		return [
			name,
			seconds(mid(({ timeMs }) => timeMs)),
			`${mid(({ cpuS }) => cpuS).toFixed(1)} s`,
			megabytes(mid(({ startBytes }) => startBytes)),
			megabytes(mid(({ peakBytes }) => peakBytes)),
			megabytes(mid(({ growth }) => growth)),
			megabytes(mid(({ live }) => live)),
			times(mid(({ growth, live }) => growth / live)),
			times(mid(({ heap, live }) => heap / live)),
		];
	};
	yield {
		title: `Memory for a list of ${records.toLocaleString('en')} records in pages of 100`,
		head: [
			'',
			'Time',
			'CPU',
			'Before',
			'Peak',
			'Growth',
			'Its output',
			'Growth ÷ output',
			'Heap ÷ output',
		],
		rows: [row(NAMES.ours, ours), row(NAMES.http, http)],
		notes: [
			'Memory is the resident memory of the n8n process. The output is what is still in memory right after the node, after garbage collection. The heap is measured every 50 ms and includes garbage that is not collected yet.',
		],
	};
}
