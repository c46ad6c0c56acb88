import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { LaunchError } from './error.mjs';
import { say } from './progress.mjs';

/** @param {number} port */
async function isFree(port) {
	const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
	try {
		await once(server, 'listening');
	} catch {
		return false;
	}

	await once(server.close(), 'close');
	return true;
}

const TRIES = 50;

/** Below 32,768, where Linux begins to give ports to connections: one of those may be taken before n8n listens. */
const otherPort = () => randomInt(20_000, 32_000);

/** A free port: the one of the last time, else the usual one, else any. @param {Array<number | undefined>} preferred */
export async function freePort(...preferred) {
	for (const port of preferred) {
		if (port === undefined) continue;
		if (await isFree(port)) return port;
		say(`  Port ${port} is taken by another program.`);
	}

	for (let tries = 0; tries < TRIES; tries++) {
		const port = otherPort();
		if (await isFree(port)) return port;
	}
	throw new LaunchError('No port is free on 127.0.0.1.', 'Stop other servers on this machine.');
}
