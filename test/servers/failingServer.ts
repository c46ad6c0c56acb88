/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a real server on loopback that can go down */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** How a service can be down. */
export type Outage = 'refuses' | 'hangs' | 'says 503' | 'resets';

/** Answers every request with an ID, until it goes down after so many. Counts the requests that reach it. */
export async function failingServer(outage: Outage, downAfter: number) {
	const sockets = new Set<Socket>();
	const paths = new Set<string>();
	let requests = 0;
	let port = 0;
	let down = false;
	const serve = (response: ServerResponse) => {
		response.writeHead(200, {
			'content-type': 'application/json',
			'x-ratelimit-remaining': String(10_000 - (requests % 10_000)),
		});
		response.end('{"id":"t1"}');
	};
	const server = createServer((request, response) => {
		requests++;
		paths.add(request.url ?? '');
		request.resume();
		if (requests > downAfter && !down) goDown();
		if (!down) return serve(response);
		if (outage === 'says 503') response.writeHead(503).end();
		else if (outage !== 'hangs') request.socket.destroy();
	});
	const goDown = () => {
		down = true;
		if (outage !== 'refuses') return;
		server.close();
		sockets.forEach((socket) => socket.destroy());
	};
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	const listen = async () => {
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		port = (server.address() as AddressInfo).port; // listening on TCP, so it is one
	};
	await listen();
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		requests: () => requests,
		/** Paths of the requests that reached it. */
		paths,
		/** Resolves when no connection is open. */
		noConnections: async () => {
			await Promise.all([...sockets].map(async (socket) => await once(socket, 'close')));
		},
		/** From now on it answers for good. */
		comeBack: async () => {
			downAfter = Infinity;
			down = false;
			if (!server.listening) await listen();
		},
		close: async () => {
			sockets.forEach((socket) => socket.destroy());
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
