import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { load } from './load';

const { freePort, isFree } = load<typeof import('../../scripts/launch/ports.mjs')>('launch/ports');

async function listening() {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo; // listening on TCP, so it is one
	return { port, close: async () => void (await once(server.close(), 'close')) };
}

let taken: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => void (taken = await listening()));
afterAll(() => taken.close());

it('takes the first free port of those preferred', async () => {
	const free = await listening();
	await free.close();
	expect(await freePort(undefined, taken.port, free.port)).toBe(free.port);
});

it('takes another port if none of those preferred is free', async () => {
	expect(await isFree(taken.port)).toBe(false);
	const port = await freePort(taken.port);
	expect(port).not.toBe(taken.port);
	expect(port).toBeGreaterThan(1023);
});
