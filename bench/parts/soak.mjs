import { say } from '../../scripts/launch/progress.mjs';
import { getUser } from '../contenders.mjs';
import { freshCredential } from '../credential.mjs';
import { megabytes } from '../figures.mjs';
import { liveBytes, openInspector } from '../inspector.mjs';
import { run } from '../run.mjs';
import { SECRET, triggers } from '../triggers.mjs';
import { AMPLE, users } from '../users.mjs';
import { allEnded, openDeliveries } from './deliveries.mjs';

const ROUNDS = 10;
const RUNS_PER_DELIVERY = 0.06;
const ITEMS = 10;

/**
 * Whether one n8n that receives deliveries and runs workflows for long keeps more and more memory.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {{ deliveries: number }} options
 * @returns {AsyncGenerator<import('../table.mjs').Table>}
 */
export async function* soak(stage, { deliveries }) {
	const perRound = Math.ceil(deliveries / ROUNDS);
	const runs = Math.ceil(perRound * RUNS_PER_DELIVERY);
	await stage.sandbox.reset();
	await stage.sandbox.settings({ latencyMs: 0, quota: AMPLE });
	const items = await users(stage, ITEMS);
	const host = await stage.fresh();
	const [wanted] = await freshCredential(stage, [host]);
	if (!wanted) throw new Error('no credential');
	const trigger = triggers({ baseUrl: stage.baseUrl, githubUrl: '' }).ours;
	const { id, before, end, sendMany } = await openDeliveries(host.api, trigger, () => SECRET);
	const inspector = await openInspector(host.pid);
	/** @type {Point[]} */
	const points = [];
	for (let round = 1; round <= ROUNDS; round++) {
		await sendMany(perRound);
		await allEnded(host.api, id, before + round * perRound);
		for (let n = 0; n < runs; n++) {
			const { status, error } = await run(stage, { host, node: getUser.ours(wanted), items });
			if (status !== 'success') throw new Error(`A run ended with ${status}: ${error}`);
		}
		const bytes = await liveBytes(inspector);
		points.push({ sent: round * perRound, bytes });
		say(`  ${round * perRound} deliveries, ${round * runs} runs: ${megabytes(bytes, 1)}`);
	}
	inspector.close();
	await end();
	await host.end();
	const [, ...others] = points;
	const thousand = (/** @type {Point[]} */ some) => megabytes(slope(some) * 1000, 2);
	yield {
		title: `Soak test: ${(ROUNDS * perRound).toLocaleString('en')} deliveries and ${ROUNDS * runs} runs in one n8n`,
		head: ['Deliveries', 'Runs', 'Heap'],
		rows: points.map(({ sent, bytes }, n) => [
			sent.toLocaleString('en'),
			String((n + 1) * runs),
			megabytes(bytes, 1),
		]),
		notes: [
			`The heap is the memory still in use after garbage collection, including n8n's own. A run is a GET for each of ${ITEMS} items. Growth for 1,000 deliveries and the runs among them, by the line closest to the points: ${thousand(others)} after the first point, ${thousand(points.slice(ROUNDS / 2))} in the second half.`,
		],
	};
}

/** @typedef {{ sent: number, bytes: number }} Point */

/**
 * Bytes per delivery, by least squares.
 *
 * @param {Point[]} points
 */
function slope(points) {
	/** @param {(point: Point) => number} of */
	const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
	const [sent, bytes] = [mean((p) => p.sent), mean((p) => p.bytes)];
	return mean((p) => (p.sent - sent) * (p.bytes - bytes)) / mean((p) => (p.sent - sent) ** 2);
}
