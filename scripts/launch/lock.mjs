import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {Set<import('node:net').Server>} */
const held = new Set();
process.once('exit', () => held.forEach((server) => server.close()));

/** Among the temporary files, since the path of a socket has to be short. @param {string} path */
export function socketOf(path) {
	const id = createHash('sha256').update(path).digest('hex').slice(0, 16);
	return join(tmpdir(), `project-workspace-${id}.sock`);
}

/** @param {string} socketPath */
async function isAlive(socketPath) {
	const socket = createConnection(socketPath);
	const connected = once(socket, 'connect').then(Boolean, () => false);
	return await connected.finally(() => socket.destroy());
}

/**
 * Makes sure that one process at a time does something to a path. A listening socket instead of a file with a process
 * id: the operating system closes it however the process ends, and ids are used again.
 *
 * @param {string} path
 * @returns {Promise<(() => void) | undefined>} gives it back; undefined if it is held already
 */
export async function hold(path) {
	const socketPath = socketOf(path);
	const server = createServer((socket) => socket.destroy());
	for (;;) {
		try {
			await once(server.listen(socketPath), 'listening');
			break;
		} catch (error) {
			const { code } = /** @type {NodeJS.ErrnoException} */ (error);
			if (code !== 'EADDRINUSE') throw error;
			if (await isAlive(socketPath)) return undefined;
			rmSync(socketPath, { force: true }); // left behind by a process that was killed
		}
	}
	held.add(server.unref());
	return () => void (held.delete(server) && server.close());
}
