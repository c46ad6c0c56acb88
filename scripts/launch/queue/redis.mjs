import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../messages.mjs';
import { stateFolder } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { startServer } from './start.mjs';

const COMMAND = 'redis-server';

/**
 * A Redis of its own in the state folder, on loopback.
 *
 * @param {string} password
 * @returns {Promise<NodeJS.ProcessEnv>} what n8n has to know of it
 */
export async function startRedis(password) {
	if (spawnSync(COMMAND, ['--version']).status !== 0) {
		const need = 'the queue mode tests start their own server';
		const elsewhere = `put ${COMMAND} on PATH`;
		throw new LaunchError('programMissing', { program: 'Redis', need, debian: COMMAND, elsewhere });
	}
	const folder = join(stateFolder, 'redis');
	const port = await freePort();
	const file = join(folder, 'redis.conf');
	mkdirSync(folder, { mode: 0o700 });
	// In a file, since other users can read arguments.
	const settings = { bind: '127.0.0.1', port, dir: folder, requirepass: password };
	const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
	writeFileSync(file, lines.join(''), { mode: 0o600 });
	await startServer({ what: 'Redis', logName: 'redis', command: COMMAND, args: [file] });
	return {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: `${port}`,
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
}
