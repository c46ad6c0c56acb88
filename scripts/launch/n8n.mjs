import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environmentWith } from './npm.mjs';
import { major, root, stateFolder, tool } from './paths.mjs';
import { freePort } from './ports.mjs';
import { mustRun, startProcess, untilReady } from './processes.mjs';
import { step } from './progress.mjs';

const READY_WITHIN_MS = 180_000;

/** Loopback, plain HTTP, no calls to other servers. @type {NodeJS.ProcessEnv} */
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
	// Its runner needs a Python environment that nothing here uses.
	N8N_PYTHON_ENABLED: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '8',
	N8N_LOG_LEVEL: 'info',
	NO_COLOR: '1',
};
if (major === '1') {
	// n8n 1 mixes up transactions of executions that write at the same time; its log recommends this.
	SETTINGS.DB_SQLITE_POOL_SIZE = '2';
} else {
	// It fetches a list from n8n's own server at every start, and shows its assistant in place of the workflows.
	SETTINGS.N8N_DISABLED_MODULES = 'mcp-registry,instance-ai';
}

/** Settings of the shell that must not reach n8n: another database, another mode, another port. */
const FOREIGN =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_URL$|NODES_|CREDENTIALS_|NODE_OPTIONS$|NODE_ENV$|JEST_)/;

/** Compiles the package into dist. */
export async function build() {
	const args = [tool('gulp', 'bin', 'gulp.js'), 'build'];
	const gulp = { what: 'Building the package', command: process.execPath, args, log: 'build' };

	await step(gulp.what, () => mustRun(gulp));
}

/** Compiles into another folder whenever a source changes. @param {string} place */
export function buildOnChange(place) {
	const args = [tool('gulp', 'bin', 'gulp.js'), 'watch'];
	const env = { ...process.env, PROJECT_WORKSPACE_DIST: join(place, 'dist') };

	startProcess({ what: 'gulp', command: process.execPath, args, env });
}

/**
 * n8n's user folder. It is below a folder named node_modules because the strict lint skips no other: n8n unpacks 700
 * scripts there.
 *
 * @param {string} [name]
 */
export const userFolderOf = (name = 'n8n') => join(stateFolder(), name, 'node_modules');

/** Where n8n looks for the package. @param {string} userFolder */
export const placeOf = (userFolder) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-project-workspace');

/** Copies the built package, because n8n would follow a link to the checkout's own n8n-workflow. @param {string} userFolder */
function placePackage(userFolder) {
	const place = placeOf(userFolder);
	rmSync(place, { recursive: true, force: true });
	for (const part of ['package.json', 'dist']) {
		cpSync(join(root, part), join(place, part), { recursive: true });
	}
}

/**
 * @typedef {object} N8nStart
 * @property {string} node
 * @property {string} folder where n8n is installed
 * @property {string} encryptionKey
 * @property {number} [port]
 * @property {'start' | 'webhook' | 'worker'} [command] which of n8n's processes
 * @property {string} [name] of its data and its log
 * @property {NodeJS.ProcessEnv} [settings]
 */

/** Starts an n8n with the package, and waits until it responds. @param {N8nStart} start */
export async function startN8n({ node, folder, encryptionKey, settings, ...start }) {
	const { command = 'start', name = 'n8n', port = await freePort() } = start;
	const url = `http://127.0.0.1:${port}`;
	const userFolder = userFolderOf(name);
	placePackage(userFolder);
	// n8n waits ten seconds if it was killed before.
	rmSync(join(userFolder, '.n8n', 'crash.journal'), { force: true });

	const inherited = Object.entries(environmentWith(node)).filter(([key]) => !FOREIGN.test(key));
	const entry = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const n8n = startProcess({
		what: 'n8n',
		log: name,
		command: node,
		args: [entry, command],
		cwd: userFolder,
		env: {
			...Object.fromEntries(inherited),
			...SETTINGS,
			N8N_USER_FOLDER: userFolder,
			N8N_ENCRYPTION_KEY: encryptionKey,
			N8N_PORT: `${port}`,
			N8N_RUNNERS_BROKER_PORT: `${await freePort()}`,
			N8N_WEBHOOK_URL: `${url}/`,
			...settings,
		},
	});

	// n8n 1 reports that it is ready before its API responds.
	const paths =
		command === 'start' ? ['/healthz/readiness', '/rest/settings'] : ['/healthz/readiness'];
	const isReady = async () => {
		const responses = await Promise.all(paths.map((path) => fetch(`${url}${path}`)));
		return responses.every(({ ok }) => ok);
	};
	await untilReady(n8n, isReady, READY_WITHIN_MS);
	return { url, process: n8n };
}
