import { startSampling, stopSampling } from '../allocations.mjs';
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
	/** @param {import('../contenders.mjs').Who} who @param {boolean} [isSampled] whether to ask where it goes instead */
	const measure = async (who, isSampled = false) => {
		const host = await stage.fresh();
		const inspector = await openInspector(host.pid);
		const [wanted] = await freshCredential(stage, [host]);
		if (!wanted) throw new Error('no credential');
		await run(stage, { host, node: everyRecord[who](wanted, 'user') });
		const heap = heapPeak(inspector);
		let live = 0;
		/** @type {Map<string, number>} */
		let allocated = new Map();
		const result = await run(stage, {
			host,
			node: everyRecord[who](wanted),
			saved: false,
			before: async () => {
				live = await liveBytes(inspector);
				heap.start();
				if (isSampled) await startSampling(inspector);
			},
			after: async () => {
				heap.stop();
				if (isSampled) allocated = await stopSampling(inspector);
				live = (await liveBytes(inspector)) - live;
			},
		});
		inspector.close();
		await host.end();
		const growth = result.peakBytes - result.startBytes;
		return { ...result, live, heap: heap.growth(), growth, allocated };
	};
	const { ours, http } = await alternate(repeat, everyone, measure);
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
	const sampled = await alternate(1, everyone, async (who) => (await measure(who, true)).allocated);
	yield whereItGoes(records, sampled);
}

/** Owners of less are told together. */
const NAMED_FROM = 1024 ** 2;

/**
 * @param {number} records
 * @param {Record<import('../contenders.mjs').Who, Array<Map<string, number>>>} sampled
 * @returns {import('../table.mjs').Table}
 */
function whereItGoes(records, { ours: [ours = new Map()], http: [http = new Map()] }) {
	const owners = [...new Set([...ours.keys(), ...http.keys()])];
	/** @param {string} owner */
	const most = (owner) => Math.max(ours.get(owner) ?? 0, http.get(owner) ?? 0);
	const named = owners.filter((o) => most(o) >= NAMED_FROM).sort((a, b) => most(b) - most(a));
	/** @param {Map<string, number>} of @param {string[]} some */
	const sum = (of, some) => some.reduce((bytes, owner) => bytes + (of.get(owner) ?? 0), 0);
	/** @param {string} name @param {string[]} some */
	const row = (name, some) => [name, megabytes(sum(ours, some)), megabytes(sum(http, some))];
	return {
		title: `Where the memory for ${records.toLocaleString('en')} records goes`,
		head: ['Allocated by', NAMES.ours, NAMES.http],
		rows: [
			...named.map((owner) => row(owner, [owner])),
			row(
				'others',
				owners.filter((owner) => !named.includes(owner)),
			),
			row('all', owners),
		],
		notes: [
			'From one more run of each: sampled allocations on the JavaScript heap that outlive a minor garbage collection, whether they are kept or wait for a major one. What Node itself allocates counts for the package that called it.',
			'Most of what exceeds the output is garbage: n8n alone has more than 200 MB on its heap, and V8 lets a heap grow to about twice its size before it collects all of it.',
		],
	};
}
