import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real server on loopback, on a free port that it keeps when it is stopped and started again. */
export async function httpServer(listener: RequestListener) {
	const server = createServer(listener);
	let port = 0;
	const start = async () => {
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		({ port } = server.address() as AddressInfo); // listening on TCP, so it is one
	};
	await start();
	const origin = `http://127.0.0.1:${port}`;
	return {
		server,
		origin,
		baseUrl: `${origin}/v1`,
		start,
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

export const JSON_TYPE = { 'content-type': 'application/json' };
