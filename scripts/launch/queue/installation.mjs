import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startN8n } from '../n8n.mjs';
import { n8nUserFolder, stateFolder } from '../paths.mjs';
import { choosePort } from '../ports.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';

/** Sooner than n8n's minute and half a minute, so that a test need not wait that long for a worker that is gone. */
const STALLED = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** With n8n's own 2, a burst of deliveries waits for the database until n8n gives up on it. */
const DATABASE = { DB_POSTGRESDB_POOL_SIZE: '10' };

/** @typedef {Pick<import('../n8n.mjs').Choice, 'node' | 'hostFolder' | 'encryptionKey'>} Host */

/**
 * A folder as a machine of its own would have it: settings, and the packages that main has.
 *
 * @param {string} name
 */
function userFolderOf(name) {
	const folder = join(stateFolder, name);
	mkdirSync(folder, { recursive: true });
	const nodes = join('.n8n', 'nodes');
	cpSync(join(n8nUserFolder, nodes), join(folder, nodes), { recursive: true });
	return folder;
}

/**
 * n8n's processes in queue mode. The database and the queue are there already when this resolves.
 *
 * @param {Host} host
 */
export async function queueMode(host) {
	/** As passwords go into a file and a connection alike, letters and digits alone. */
	const password = randomBytes(24).toString('hex');
	const [database, queue] = await Promise.all([startPostgres(password), startRedis(password)]);
	const webhookPort = await choosePort({ what: 'the webhook process' });
	const webhookUrl = `http://127.0.0.1:${webhookPort}`;
	const shared = {
		...database,
		...DATABASE,
		...queue,
		...STALLED,
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_WEBHOOK_URL: `${webhookUrl}/`,
	};

	/**
	 * @param {'start' | 'webhook' | 'worker'} command
	 * @param {{ name: string, port: number, userFolder?: string, more?: NodeJS.ProcessEnv }} own
	 */
	const start = async (command, { more, ...own }) =>
		await startN8n({
			...host,
			...own,
			command,
			brokerPort: await choosePort({ what: "n8n's task broker" }),
			more: { ...shared, ...more },
		});

	return {
		webhookUrl,
		main: async () =>
			await start('start', { name: 'main', port: await choosePort({ what: 'n8n' }) }),
		webhook: async () =>
			await start('webhook', {
				name: 'webhook',
				port: webhookPort,
				userFolder: userFolderOf('webhook'),
			}),
		/** @param {string} name */
		async worker(name) {
			const port = await choosePort({ what: 'a worker' });
			const health = {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: `${port}`,
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			};
			return await start('worker', { name, port, userFolder: userFolderOf(name), more: health });
		},
	};
}
