import { readFileSync } from 'node:fs';
import { until } from '../until';
import { queuePlace } from './place';

interface Worker {
	name: string;
	pid: number;
	log: string;
}

/** n8n's default of the most executions that a worker runs at once. */
export const CONCURRENCY = 10;
export const WORKERS = 2;

/** A killed worker is started again immediately. */
const BACK_WITHIN_MS = 90_000;

const running = () => JSON.parse(readFileSync(queuePlace.workersFile, 'utf8')) as Worker[];

/** Resolves when all workers run. */
export async function allWorkers(): Promise<Worker[]> {
	await until(() => running().length >= WORKERS, 'a worker that was killed', BACK_WITHIN_MS);
	return running();
}

/** Kills one worker, as if its machine lost power. */
export async function killOneWorker(): Promise<void> {
	const [worker] = await allWorkers();
	if (worker) process.kill(worker.pid, 'SIGKILL');
}

/** How many executions each worker has started since its first start. */
export const startedByEach = (): number[] =>
	running()
		.sort((a, b) => a.name.localeCompare(b.name))
		.map(({ log }) => readFileSync(log, 'utf8').match(/Worker started execution/g)?.length ?? 0);
