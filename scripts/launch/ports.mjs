import { once } from 'node:events';
import { createServer } from 'node:net';

/** @param {number} wished 0 for any free port @returns {Promise<number | undefined>} undefined if it is taken */
async function probe(wished) {
	const server = createServer().listen({ port: wished, host: '127.0.0.1', exclusive: true });
	try {
		await once(server, 'listening');
	} catch {
		return undefined;
	}
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	await once(server.close(), 'close');
	return port;
}

/** Whether nobody listens on a port of 127.0.0.1. @param {number} port */
export const isFree = async (port) => (await probe(port)) !== undefined;

/** The first free port of those preferred, else any free one. @param {Array<number | undefined>} preferred */
export async function freePort(...preferred) {
	for (const wished of [...preferred, 0]) {
		const port = wished === undefined ? undefined : await probe(wished);
		if (port) return port;
	}
	throw new Error('No port is free on 127.0.0.1');
}
