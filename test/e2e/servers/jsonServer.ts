/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a real server on loopback; tests never ship */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, defaults, rewriter, router } from 'json-server';

/** json-server, as anybody may run it: a REST service that was not written for this package. */
export async function jsonServer(data: Record<string, Array<Record<string, unknown>>>) {
	const server = create();
	const routes = router(data);
	server.use(defaults({ logger: false }));
	server.use(rewriter({ '/v1/*': '/$1' }));
	server.use(routes);
	const listening = await new Promise<Server>((resolve) => {
		const started: Server = server.listen(0, '127.0.0.1', () => resolve(started));
	});
	const { port } = listening.address() as AddressInfo; // listening on TCP, so it is one
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		/** What it stores at the moment. */
		stored: (resource: string) => routes.db.get(resource).value() as Array<Record<string, unknown>>,
		async close(): Promise<void> {
			listening.closeAllConnections();
			await new Promise((resolve) => listening.close(resolve));
		},
	};
}
