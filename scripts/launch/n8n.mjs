import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pid as launcherPid } from 'node:process';
import { environmentWith } from './npm.mjs';
import { major, n8nUserFolder } from './paths.mjs';
import { freePort } from './ports.mjs';
import { startProcess, untilReady } from './processes.mjs';

/** What is loaded into a process so that it ends with this launcher. */
export const PARENT_BOUND = new URL('./parent-bound.mjs', import.meta.url).href;
const READY_WITHIN_MS = 180_000;

/** Loopback, plain HTTP, no calls to other servers. */
const SETTINGS = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	// Otherwise pages of any origin could use the session of the person who is logged in.
	NODE_ENV: 'production',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// n8n 2 fetches a list from n8n's own server at every start, and shows its assistant in place of the workflows.
	...(major === '2' ? { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai' } : {}),
	// Without it, n8n 1 mixes up transactions of executions that write at the same time; its log recommends it.
	...(major === '1' ? { DB_SQLITE_POOL_SIZE: '2' } : {}),
	// Its runner needs a Python environment that nothing here uses.
	N8N_PYTHON_ENABLED: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '8',
	N8N_LOG_LEVEL: 'info',
	NO_COLOR: '1',
};

/** Settings of the shell that starts this must not reach n8n: another database, another mode, another port. */
const FOREIGN =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_URL$|NODES_|CREDENTIALS_|NODE_OPTIONS$|NODE_ENV$|JEST_)/;

/**
 * @typedef {object} Choice
 * @property {string} node
 * @property {string} hostFolder
 * @property {number} port
 * @property {string} encryptionKey
 * @property {'start' | 'webhook' | 'worker'} [command] which of n8n's processes
 * @property {string} [logName]
 * @property {string} [userFolder]
 * @property {NodeJS.ProcessEnv} [more] additional settings
 */

/** Starts n8n and waits until it responds. @param {Choice} choice */
export async function startN8n({ node, hostFolder, port, encryptionKey, more, ...choice }) {
	const { command = 'start', logName = 'n8n', userFolder = n8nUserFolder } = choice;
	const url = `http://127.0.0.1:${port}`;
	const inherited = Object.entries(environmentWith(node)).filter(([key]) => !FOREIGN.test(key));
	const entry = join(hostFolder, 'node_modules', 'n8n', 'bin', 'n8n');
	// n8n waits ten seconds if it was killed before.
	rmSync(join(userFolder, '.n8n', 'crash.journal'), { force: true });
	const process = startProcess({
		what: 'n8n',
		logName,
		command: node,
		args: ['--import', PARENT_BOUND, entry, command],
		cwd: userFolder,
		env: {
			...Object.fromEntries(inherited),
			...SETTINGS,
			N8N_USER_FOLDER: userFolder,
			N8N_ENCRYPTION_KEY: encryptionKey,
			N8N_PORT: `${port}`,
			N8N_RUNNERS_BROKER_PORT: `${await freePort()}`,
			N8N_WEBHOOK_URL: `${url}/`,
			...more,
			PROJECT_WORKSPACE_LAUNCHER: `${launcherPid}`,
		},
	});
	// n8n 1 reports that it is ready before its API responds.
	const hasApi = command === 'start';
	const isReady = async () =>
		(await fetch(`${url}/healthz/readiness`)).ok &&
		(!hasApi || (await fetch(`${url}/rest/settings`)).ok);
	await untilReady(process, isReady, READY_WITHIN_MS);
	return { url, process };
}
