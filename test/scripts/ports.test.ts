import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { load } from './load';

const { freePort, reservePort } =
	load<typeof import('../../scripts/launch/ports.mjs')>('launch/ports');

async function listening() {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo; // listening on TCP, so it is one
	return { port, close: async () => void (await once(server.close(), 'close')) };
}

let taken: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => void (taken = await listening()));
afterAll(() => taken.close());

it('takes the first free one of those preferred', async () => {
	const free = await listening();
	await free.close();
	expect(await freePort(undefined, taken.port, free.port)).toBe(free.port);
});

it('finds another one when none of them is free', async () => {
	expect(await reservePort(taken.port)).toBeUndefined();
	const port = await freePort(taken.port);
	expect(port).not.toBe(taken.port);
	expect(port).toBeGreaterThan(1023);
});

it('gives no port to two that ask at the same time', async () => {
	const free = await listening();
	await free.close();
	const [one, other] = await Promise.all([freePort(free.port), freePort(free.port)]);
	expect([one, other]).toContain(free.port);
	expect(one).not.toBe(other);
	expect(await reservePort(free.port)).toBeUndefined();
});
