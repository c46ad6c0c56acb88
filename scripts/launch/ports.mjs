import { createServer } from 'node:net';

/**
 * @param {number} port 0 for any free one
 * @returns {Promise<number | undefined>} the port that could be opened
 */
const tryOpen = (port) =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const address = server.address();
			const opened = address && typeof address === 'object' ? address.port : undefined;
			server.close(() => resolve(opened));
		});
	});

/** @param {number} port */
export const isFree = async (port) => (await tryOpen(port)) !== undefined;

/**
 * The first free port of those that are preferred, else any free one, on loopback.
 *
 * @param {Array<number | undefined>} preferred
 */
export async function freePort(...preferred) {
	for (const port of [...preferred, 0]) {
		const opened = port === undefined ? undefined : await tryOpen(port);
		if (opened !== undefined) return opened;
	}
	throw new Error('No port is free on 127.0.0.1');
}
