/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a real server on loopback; tests never ship */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a service is down. `closed`: nobody listens any more, so that connections are refused. */
export const OUTAGES = ['closed', '503', 'hanging', 'reset'] as const;
export type Outage = (typeof OUTAGES)[number];

/** Takes updates of tasks, and goes down after so many. */
export async function failingService(outage: Outage, downAfter: number) {
	const done = new Set<string>();
	let asked = 0;
	let isDown = false;
	let port = 0;
	let server: Server;

	const listen = async (on: number) => {
		server = createServer((request, response) => {
			asked += 1;
			request.resume().on('end', () => answer(request.url ?? '', response));
		});
		await new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve));
		({ port } = server.address() as AddressInfo); // listening on TCP, so it is one
	};

	async function stop(): Promise<void> {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}

	function answer(url: string, response: ServerResponse): void {
		if (isDown) return down(response);
		const id = url.slice(url.lastIndexOf('/') + 1);
		done.add(id);
		response.writeHead(200, {
			'content-type': 'application/json',
			'x-ratelimit-remaining': '9000',
		});
		response.end(JSON.stringify({ id, seen: true }));
		if (done.size < downAfter) return;
		isDown = true;
		if (outage === 'closed') void stop();
	}

	function down(response: ServerResponse): void {
		if (outage === 'hanging') return;
		if (outage === '503') {
			response.writeHead(503, { 'content-type': 'application/json' });
			response.end('{"error":{"code":"unavailable","message":"Down for repair"}}');
			return;
		}
		response.socket?.resetAndDestroy();
	}

	await listen(0);
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		/** IDs of the tasks that were updated. */
		done,
		asked: () => asked,
		/** Everything works again from now on. */
		async mend(): Promise<void> {
			isDown = false;
			downAfter = Infinity;
			if (outage === 'closed') await listen(port);
			else server.closeAllConnections();
		},
		stop,
	};
}
