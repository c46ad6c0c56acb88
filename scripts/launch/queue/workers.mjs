import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logFile, stateFolder } from '../paths.mjs';
import { stopping } from '../processes.mjs';
import { say } from '../progress.mjs';

/** Which workers run at the moment; the tests read it, and kill one of them by its process ID. */
export const workersFile = join(stateFolder, 'workers.json');

/**
 * Keeps workers running: one that has ended is started again, as a service manager does.
 *
 * @param {string[]} names
 * @param {(name: string) => ReturnType<typeof import('../n8n.mjs').startN8n>} start
 */
export async function keepWorkers(names, start) {
	/** @type {Map<string, number>} */
	const running = new Map();
	const write = () => {
		const workers = [...running].map(([name, pid]) => ({ name, pid, log: logFile(name) }));
		// Renamed, so that a reader never finds an incomplete file.
		writeFileSync(`${workersFile}.new`, JSON.stringify(workers));
		renameSync(`${workersFile}.new`, workersFile);
	};
	/** @param {string} name */
	const keep = async (name) => {
		const worker = await start(name);
		running.set(name, worker.process.pid);
		write();
		void worker.process.ended.then(async () => {
			running.delete(name);
			write();
			if (stopping.aborted) return;
			// The tests that need it fail if it does not start.
			await keep(name).catch((error) => {
				if (!stopping.aborted) say(`${name}: ${error.message}`);
			});
		});
	};
	await Promise.all(names.map(keep));
}
