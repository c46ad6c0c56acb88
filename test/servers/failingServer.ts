import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { httpServer, JSON_TYPE } from './httpServer';

/** How a service can be down. */
export const OUTAGES = [
	'does not respond',
	'rejects connections',
	'returns 503',
	'resets connections',
] as const;
export type Outage = (typeof OUTAGES)[number];

/** Responds to updates of records with the record, until it goes down after so many. */
export async function failingServer(outage: Outage, downAfter: number) {
	const sockets = new Set<Socket>();
	const paths = new Set<string>();
	const done = new Set<string>();
	let requests = 0;
	let isDown = false;
	const serve = (path: string, response: ServerResponse) => {
		const id = path.slice(path.lastIndexOf('/') + 1);
		done.add(id);
		const remaining = String(10_000 - (requests % 10_000));
		response.writeHead(200, { ...JSON_TYPE, 'x-ratelimit-remaining': remaining });
		response.end(JSON.stringify({ id, seen: true }));
	};
	const service = await httpServer((request, response) => {
		const path = request.url ?? '';
		requests++;
		paths.add(path);
		request.resume();
		if (requests > downAfter && !isDown) {
			isDown = true;
			if (outage === 'rejects connections') return void service.close();
		}
		if (!isDown) return serve(path, response);
		if (outage === 'returns 503') {
			response.writeHead(503, JSON_TYPE);
			response.end('{"error":{"code":"unavailable","message":"Down for repair"}}');
		} else if (outage !== 'does not respond') request.socket.resetAndDestroy();
	});
	service.server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	return {
		baseUrl: service.baseUrl,
		requests: () => requests,
		/** Paths of the requests that reached it. */
		paths,
		/** IDs of the records that were updated. */
		done,
		/** Resolves when no connection is open. */
		noConnections: async () => {
			await Promise.all([...sockets].map(async (socket) => await once(socket, 'close')));
		},
		/** From now on it responds to every request. */
		comeBack: async () => {
			downAfter = Infinity;
			isDown = false;
			if (!service.server.listening) await service.start();
		},
		close: service.close,
	};
}
