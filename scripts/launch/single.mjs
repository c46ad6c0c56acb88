import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer socket paths are cut off silently by the operating system. */
const LONGEST_SOCKET_PATH = 100;

/**
 * @param {string} folder
 * @param {string} name
 */
function address(folder, name) {
	const id = createHash('sha256').update(join(folder, name)).digest('hex').slice(0, 16);
	if (process.platform === 'win32') return `\\\\.\\pipe\\project-workspace-${id}`;
	const inside = join(folder, `${name}.sock`);
	return inside.length <= LONGEST_SOCKET_PATH
		? inside
		: join(tmpdir(), `project-workspace-${id}.sock`);
}

/**
 * @param {string} path
 * @returns {Promise<string | undefined>} what the holder says about itself; undefined if nobody answers
 */
const ask = (path) =>
	new Promise((resolve) => {
		let said = '';
		const socket = createConnection(path)
			.setEncoding('utf8')
			.on('data', (text) => (said += text))
			.on('error', () => resolve(undefined))
			.on('end', () => resolve(said));
		socket.setTimeout(2000, () => socket.destroy(new Error('silent')));
	});

/**
 * @typedef {{ held: true, describe: (text: string) => void, release: () => void }} Hold
 * @typedef {{ held: false, holder: string }} Refusal
 */

/**
 * Makes sure that one process at a time does something to a folder. A listening socket instead of a file with a
 * process id: the operating system closes it however the process ends, and ids are used again.
 *
 * @param {string} folder
 * @param {string} name
 * @param {string} [description] what others are told about this process
 * @returns {Promise<Hold | Refusal>}
 */
export async function hold(folder, name, description = '') {
	mkdirSync(folder, { recursive: true });
	const path = address(folder, name);
	let text = description;
	const server = createServer((socket) => socket.on('error', () => {}).end(text));
	for (let attempt = 0; attempt < 3; attempt++) {
		/** @type {NodeJS.ErrnoException | undefined} */
		const error = await new Promise((resolve) => {
			server.once('error', resolve);
			server.listen(path, () => resolve(undefined));
		});
		server.removeAllListeners('error');
		if (!error) {
			server.unref();
			return {
				held: true,
				describe: (words) => void (text = words),
				release: () => void server.close(),
			};
		}
		if (error.code !== 'EADDRINUSE') throw error;
		const holder = await ask(path);
		if (holder !== undefined) return { held: false, holder };
		rmSync(path, { force: true }); // left behind by a process that was killed
	}
	return { held: false, holder: '' };
}
