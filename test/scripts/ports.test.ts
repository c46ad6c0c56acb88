/* eslint-disable @n8n/community-nodes/no-restricted-imports -- opens ports on loopback; tests never ship */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { load } from './load';

const { freePort, isFree } = load<typeof import('../../scripts/launch/ports.mjs')>('launch/ports');

const server: Server = createServer();
let taken: number;
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	taken = (server.address() as AddressInfo).port; // listening on TCP, so it is one
});
afterAll(() => void server.close());

it('takes the first free one of those preferred', async () => {
	const free = await freePort();
	expect(await freePort(undefined, taken, free)).toBe(free);
});

it('finds another one when none of them is free', async () => {
	expect(await isFree(taken)).toBe(false);
	const port = await freePort(taken);
	expect(port).not.toBe(taken);
	expect(port).toBeGreaterThan(1023);
});
