import { once } from 'node:events';
import { createServer } from 'node:net';
import { LaunchError } from './error.mjs';
import { say } from './progress.mjs';

/** @param {number} wanted 0 for any free port @returns {Promise<number | undefined>} undefined if it is taken */
async function probe(wanted) {
	const server = createServer().listen({ port: wanted, host: '127.0.0.1', exclusive: true });
	try {
		await once(server, 'listening');
	} catch {
		return undefined;
	}

	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	await once(server.close(), 'close');
	return port;
}

/** A free port: the one of the last time, else the usual one, else any. @param {Array<number | undefined>} preferred */
export async function freePort(...preferred) {
	for (const wanted of [...preferred, 0]) {
		const port = wanted === undefined ? undefined : await probe(wanted);
		if (port) return port;
		if (wanted) say(`  Port ${wanted} is taken by another program.`);
	}

	throw new LaunchError('No port is free on 127.0.0.1.', 'Stop other servers on this machine.');
}
