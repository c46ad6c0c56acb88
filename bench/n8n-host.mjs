import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { N8nApi } from '../scripts/launch/n8n-api.mjs';
import { environmentWith } from '../scripts/launch/npm.mjs';
import { startProcess } from '../scripts/launch/processes.mjs';
import { untilReady } from '../scripts/launch/ready.mjs';

const ENTRY = fileURLToPath(new URL('./host-process.mjs', import.meta.url));
const READY_WITHIN_MS = 200_000;
/** The process itself gives n8n ten seconds to end. */
const GRACE_MS = 20_000;

/** @typedef {{ api: N8nApi, pid: number, end: () => Promise<void> }} Host */

/**
 * Starts an n8n with data of its own; the launcher knows one state folder for each process, so this is another one.
 *
 * @param {{ node: string, hostFolder: string, folder: string, settings?: Record<string, string> }} choice `settings` of n8n, besides the usual ones
 * @returns {Promise<Host>}
 */
export async function startHost({ node, hostFolder, folder, settings = {} }) {
	mkdirSync(folder);
	/** @type {{ url: string, pid: number } | undefined} */
	let ready;
	const log = join(folder, 'host.log');
	const running = startProcess({
		command: process.execPath,
		args: [ENTRY, node, hostFolder, JSON.stringify(settings)],
		env: environmentWith(process.execPath, { PROJECT_WORKSPACE_STATE: join(folder, 'state') }),
		log,
		server: true,
		graceMs: GRACE_MS,
		onLine: (line) => {
			if (line.startsWith('{')) ready = JSON.parse(line);
		},
	});
	const isReady = () => Promise.resolve(ready !== undefined);
	await untilReady({ what: 'n8n', log, process: running, isReady, limitMs: READY_WITHIN_MS });
	const { url, pid } = /** @type {{ url: string, pid: number }} */ (/** @type {unknown} */ (ready));
	const api = new N8nApi(url);
	await api.enter();
	return { api, pid, end: running.end };
}
