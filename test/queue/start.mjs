import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LaunchError } from '../../scripts/launch/error.mjs';
import { startN8n } from '../../scripts/launch/n8n.mjs';
import { logFile, stateFolder } from '../../scripts/launch/paths.mjs';
import { freePort } from '../../scripts/launch/ports.mjs';
import { mustRun, startProcess, untilReady } from '../../scripts/launch/processes.mjs';
import { step } from '../../scripts/launch/progress.mjs';
import { provision } from '../../scripts/launch/provision.mjs';
import { startSandbox } from '../../scripts/launch/sandbox.mjs';
import { prepare } from '../../scripts/launch/start.mjs';
import { readState } from '../../scripts/launch/state.mjs';

const READY_WITHIN_MS = 60_000;
const WORKERS = ['worker-1', 'worker-2'];

/** @type {NodeJS.ProcessEnv} */
const QUEUE_MODE = {
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	// With n8n's default of 2, many deliveries at once wait for the database until n8n's timeout.
	DB_POSTGRESDB_POOL_SIZE: '10',
	// An isolate only if an expression needs one; docs/scaling.md has the difference.
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	// Shorter than n8n's defaults, so that a test with a killed worker takes less time.
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** Where a program is, on PATH or in a folder of Debian's. @param {string} name */
function find(name) {
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a));
	const folders = newest.map((version) => join(debian, version, 'bin'));
	const found = [...folders, ...(process.env.PATH ?? '').split(delimiter)]
		.map((folder) => join(folder, name))
		.find((path) => existsSync(path));
	if (found) return found;

	const todo =
		'Debian, Ubuntu: sudo apt-get install -y postgresql redis-server. Elsewhere: put both on PATH.';
	throw new LaunchError(`The tests in queue mode need ${name}, which was not found.`, todo);
}

/** PostgreSQL does not run as root. */
function postgresUser() {
	if (process.getuid?.() !== 0) return {};

	const [uid, gid] = ['-u', '-g'].map((kind) => Number(execFileSync('id', [kind, 'postgres'])));
	return { uid, gid };
}

/** A PostgreSQL in the state folder, on loopback. Returns n8n's settings for it. @param {string} password */
async function startPostgres(password) {
	const folder = join(stateFolder(), 'postgres');
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	mkdirSync(folder, { mode: 0o700 });
	writeFileSync(passwordFile, password, { mode: 0o600 });

	const user = postgresUser();
	if (user.uid && user.gid) {
		// It can reach its own folder, and cannot list the state folder.
		chmodSync(stateFolder(), 0o711);
		for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
	}

	const access = ['--username', 'n8n', '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
	const initdb = ['--pgdata', data, ...access, '--encoding', 'UTF8', '--locale', 'C'];
	const log = 'postgres';
	await mustRun({ what: 'initdb', command: find('initdb'), args: initdb, log, cwd: '/', ...user });

	const port = await freePort();
	const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
	const postgres = startProcess({
		what: 'PostgreSQL',
		command: find('postgres'),
		args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
		log,
		cwd: '/',
		...user,
	});
	await untilAccepting(postgres);

	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: `${port}`,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: password,
	};
}

/** A Redis in the state folder, on loopback. Returns n8n's settings for it. @param {string} password */
async function startRedis(password) {
	const folder = join(stateFolder(), 'redis');
	const file = join(folder, 'redis.conf');
	const port = await freePort();
	mkdirSync(folder, { mode: 0o700 });
	// In a file, since other users can read arguments.
	const lines = ['bind 127.0.0.1', `port ${port}`, `dir ${folder}`, `requirepass ${password}`];
	writeFileSync(file, lines.join('\n'), { mode: 0o600 });

	const command = find('redis-server');
	await untilAccepting(startProcess({ what: 'Redis', command, args: [file], log: 'redis' }));

	return {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: `${port}`,
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
}

/** PostgreSQL and Redis log the same words. @param {import('../../scripts/launch/processes.mjs').Running} server */
async function untilAccepting(server) {
	const isReady = () => /ready to accept connections/i.test(server.output());

	await untilReady(server, isReady, READY_WITHIN_MS);
}

/** n8n in queue mode: PostgreSQL, Redis, the main process, a webhook process and two workers; and the sandbox. */
export async function startQueueMode() {
	const { node, folder } = await prepare();
	const state = readState();
	const { encryptionKey, signingSecret } = state;
	const sandbox = await startSandbox({ node, port: await freePort(), signingSecret });

	// Letters and digits only, since it is in a configuration file.
	const password = randomBytes(24).toString('hex');
	const servers = await step('PostgreSQL and Redis', () =>
		Promise.all([startPostgres(password), startRedis(password)]),
	);
	const webhookPort = await freePort();
	const webhookUrl = `http://127.0.0.1:${webhookPort}`;
	const settings = {
		...QUEUE_MODE,
		...servers[0],
		...servers[1],
		N8N_WEBHOOK_URL: `${webhookUrl}/`,
	};
	const shared = { node, folder, encryptionKey, settings };

	/** @param {string} name */
	const startWorker = async (name) => {
		const port = await freePort();
		const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: `${port}` };
		const own = { ...settings, ...health, N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
		return await startN8n({ ...shared, command: 'worker', name, port, settings: own });
	};

	// Before the others, since it creates the tables.
	const n8n = await step('n8n, the main process', () => startN8n({ ...shared, name: 'main' }));
	const running = await step('Two workers and a webhook process', () =>
		Promise.all([
			...WORKERS.map(startWorker),
			startN8n({ ...shared, command: 'webhook', name: 'webhook', port: webhookPort }),
		]),
	);
	await provision(state, n8n.url, sandbox.ready);
	const workers = WORKERS.map((name, index) => ({
		pid: running[index]?.process.pid,
		log: logFile(name),
	}));
	return { node, state, n8n, sandbox, queue: { webhookUrl, workers } };
}
