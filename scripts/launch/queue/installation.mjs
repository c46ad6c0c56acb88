import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { placePackage } from '../build.mjs';
import { startN8n } from '../n8n.mjs';
import { stateFolder } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';

/** Shorter than n8n's defaults, so that tests of a killed worker take less time. */
const STALLED = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** With n8n's default of 2, many deliveries at once wait for the database until n8n's timeout. */
const DATABASE = { DB_POSTGRESDB_POOL_SIZE: '10' };

/** An isolate only if an expression needs one; docs/scaling.md has the difference. */
const EXPRESSIONS = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** @typedef {import('../n8n.mjs').Choice} Choice */

/**
 * n8n's processes in queue mode. The database and the queue are there already when this resolves.
 *
 * @param {Pick<Choice, 'node' | 'hostFolder' | 'encryptionKey'>} host
 */
export async function queueMode(host) {
	/** Letters and digits only, since it is in a file and in a connection string. */
	const password = randomBytes(24).toString('hex');
	const [database, queue] = await Promise.all([startPostgres(password), startRedis(password)]);
	const webhookPort = await freePort();
	const webhookUrl = `http://127.0.0.1:${webhookPort}`;
	const shared = {
		...database,
		...DATABASE,
		...EXPRESSIONS,
		...queue,
		...STALLED,
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_WEBHOOK_URL: `${webhookUrl}/`,
	};

	/** @param {string} name @param {Partial<Choice>} choice */
	const start = async (name, { more, ...choice }) => {
		// As on a machine of its own: settings, and the package.
		const userFolder = join(stateFolder, name);
		placePackage(userFolder);
		const port = choice.port ?? (await freePort());
		const settings = { ...shared, ...more };
		return await startN8n({ ...host, ...choice, logName: name, port, userFolder, more: settings });
	};

	return {
		webhookUrl,
		main: () => start('main', {}),
		webhook: () => start('webhook', { command: 'webhook', port: webhookPort }),
		/** @param {string} name */
		async worker(name) {
			const port = await freePort();
			const more = {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: `${port}`,
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			};
			return await start(name, { command: 'worker', port, more });
		},
	};
}
