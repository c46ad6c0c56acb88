import { createServer } from 'node:net';
import { LaunchError } from './messages.mjs';

const LOOPBACK = '127.0.0.1';

/**
 * @param {number} port 0 for any free one
 * @returns {Promise<number | undefined>} the port that could be opened
 */
const tryOpen = (port) =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
			const address = server.address();
			const opened = address && typeof address === 'object' ? address.port : undefined;
			server.close(() => resolve(opened));
		});
	});

/**
 * @param {number} port
 */
export const isFree = async (port) => (await tryOpen(port)) !== undefined;

/**
 * Chooses a port: the one asked for or none; else the first free one among the preferred; else any free one.
 *
 * @param {object} wish
 * @param {number} [wish.asked]
 * @param {Array<number | undefined>} [wish.preferred]
 * @param {string} wish.what
 * @param {string} [wish.flag]
 * @param {(port: number) => Promise<boolean>} [wish.free]
 * @returns {Promise<number>}
 */
export async function choosePort({ asked, preferred = [], what, flag = '', free = isFree }) {
	if (asked !== undefined) {
		if (await free(asked)) return asked;
		throw new LaunchError('portTaken', { port: asked, what, flag });
	}
	for (const port of preferred) {
		if (port !== undefined && (await free(port))) return port;
	}
	const any = await tryOpen(0);
	if (any === undefined) throw new LaunchError('portTaken', { port: 'number 0 (any)', what, flag });
	return any;
}
