import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hold } from './lock.mjs';
import { cacheFolder } from './paths.mjs';

/**
 * Reserves a port on loopback until this process ends, since an installation can take minutes before a server listens.
 * A port that the system chooses is not reserved: the system hardly ever chooses the same one twice in a row.
 *
 * @param {number} wished 0 for any free one
 * @returns {Promise<number | undefined>} undefined if it is taken
 */
export async function reservePort(wished) {
	const server = createServer().listen({ port: wished, host: '127.0.0.1', exclusive: true });
	try {
		await once(server, 'listening');
	} catch {
		return undefined;
	}
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	const isMine = wished === 0 || (await hold(join(cacheFolder, `port-${port}`)));
	await once(server.close(), 'close');
	return isMine ? port : undefined;
}

/** Reserves the first free port of those preferred, else any free one. @param {Array<number | undefined>} preferred */
export async function freePort(...preferred) {
	for (const wished of [...preferred, 0]) {
		const port = wished === undefined ? undefined : await reservePort(wished);
		if (port) return port;
	}
	throw new Error('No port is free on 127.0.0.1');
}
