import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Among the temporary files, since the path of a socket has to be short.
 *
 * @param {string} folder
 */
export function socketOf(folder) {
	const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
	return join(tmpdir(), `project-workspace-${id}.sock`);
}

/**
 * @param {string} path
 * @returns {Promise<boolean>} whether a process listens there
 */
const isAlive = (path) =>
	new Promise((resolve) => {
		const socket = createConnection(path).on('error', () => resolve(false));
		socket.on('connect', () => resolve(Boolean(socket.destroy())));
	});

/**
 * Makes sure that one process at a time does something to a folder. A listening socket instead of a file with a
 * process id: the operating system closes it however the process ends, and ids are used again.
 *
 * @param {string} folder
 * @returns {Promise<(() => void) | undefined>} gives it back; undefined if another process has it
 */
export async function hold(folder) {
	const path = socketOf(folder);
	const server = createServer((socket) => socket.destroy());
	for (;;) {
		/** @type {NodeJS.ErrnoException | undefined} */
		const error = await new Promise((resolve) => {
			server.once('error', resolve);
			server.listen(path, () => resolve(undefined));
		});
		server.removeAllListeners('error');
		if (!error) break;
		if (error.code !== 'EADDRINUSE') throw error;
		if (await isAlive(path)) return undefined;
		rmSync(path, { force: true }); // left behind by a process that was killed
	}
	server.unref();
	const release = () => void server.close();
	process.once('exit', release);
	return release;
}
