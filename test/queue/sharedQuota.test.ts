import { n8n } from '../e2e/n8n';
import { byId, runNode } from '../e2e/run-node';
import { place } from '../e2e/place';
import { sandbox, type Recorded } from '../e2e/sandbox';
import { report } from './place';
import { allWorkers, startedByEach } from './workers';

const EXECUTIONS = 4;
const REQUESTS = 600;
const LIMIT = 200;
const WINDOW_MS = 6000;
/** The first third is allowed immediately, each of the others takes a window: for a window and for a bucket. */
const MINIMUM_MS = (REQUESTS / LIMIT - 1) * WINDOW_MS;

interface Timed extends Recorded {
	/** Milliseconds since 1970. */
	time: number;
	durationMs: number;
}

/** From the first request to the last response. */
const span = (requests: Timed[]) =>
	Math.max(...requests.map(({ time, durationMs }) => time + durationMs)) -
	Math.min(...requests.map(({ time }) => time));

async function freshCredential(): Promise<string> {
	const { key } = (await sandbox.control('POST', '/keys', { plan: 'enterprise' })) as {
		key: string;
	};
	const data = { apiKey: key, baseUrl: `${place.sandboxOrigin}/v1`, plan: 'enterprise' };
	const credential = { name: 'Shared', type: 'projectWorkspaceApi', data };
	return ((await n8n.rest('POST', '/credentials', credential)) as { id: string }).id;
}

beforeAll(async () => {
	await allWorkers();
});
afterAll(() => sandbox.reset());

/** One run of all executions. Returns the share of requests that was rejected. */
async function run(mode: 'fixedWindow' | 'tokenBucket'): Promise<number> {
	await sandbox.reset();
	await sandbox.control('DELETE', '/records/users');
	await sandbox.control('POST', '/records/users', {
		record: { id: 'u{n}', name: 'User {n}' },
		count: REQUESTS,
	});
	const quota = { mode, limit: LIMIT, windowMs: WINDOW_MS };
	await sandbox.settings({ latencyMs: 50, quota });
	const credentialId = await freshCredential();
	const items = Array.from({ length: REQUESTS }, (_, n) => ({ json: { id: `u${n + 1}` } }));
	const share = REQUESTS / EXECUTIONS;
	const before = startedByEach();
	const runs = await Promise.all(
		Array.from({ length: EXECUTIONS }, async (_, n) => {
			const own = items.slice(n * share, (n + 1) * share);
			const { status, regular } = await runNode({
				resource: 'user',
				operation: 'get',
				parameters: { userId: byId('={{ $json.id }}') },
				items: own,
				credentialId,
				withinMs: 120_000,
			});
			const isInOrder = own.every(({ json }, at) => regular[at]?.json.id === json.id);
			return { status, isInOrder };
		}),
	);
	const shares = startedByEach().map((count, worker) => count - (before[worker] ?? 0));
	const requests = (await sandbox.requests()) as Timed[];
	const served = requests.filter(({ status }) => status === 200);
	const rejected = requests.filter(({ status }) => status === 429).length / requests.length;
	report(
		`Shared quota, ${mode}: ${requests.length} sent, ${(100 * rejected).toFixed(1)} % rejected, ${(span(requests) / MINIMUM_MS).toFixed(2)} times the minimum time; executions on each worker: ${shares.join(', ')}`,
	);
	expect(runs).toEqual(runs.map(() => ({ status: 'success', isInOrder: true })));
	expect(served).toHaveLength(REQUESTS);
	expect(new Set(served.map(({ path }) => path)).size).toBe(REQUESTS);
	expect(Math.min(...shares)).toBeGreaterThan(0);
	return rejected;
}

it.each(['fixedWindow', 'tokenBucket'] as const)(
	'four executions on two workers that share a key get all records: %s',
	async (mode) => {
		const rejected: number[] = [];
		// A worker that pauses on a busy machine uses an old figure, so one of three runs may have more.
		for (let round = 0; round < 3; round++) rejected.push(await run(mode));
		const [, median] = rejected.sort((a, b) => a - b);
		expect(median).toBeLessThanOrEqual(0.05);
	},
);
