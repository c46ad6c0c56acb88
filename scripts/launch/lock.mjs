import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {Set<import('node:net').Server>} */
const held = new Set();
process.once('exit', () => held.forEach((server) => server.close()));

/** In the folder for temporary files, since the path of a socket has to be short. @param {string} path */
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
 * Makes sure that only one process at a time uses a path. It listens on a socket instead of writing its ID to a file: the
 * operating system closes the socket however the process ends, and it reuses IDs.
 *
 * @param {string} path
 * @returns {Promise<(() => void) | undefined>} releases the path; undefined if another process has it
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
