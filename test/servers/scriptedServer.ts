/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a real server on loopback, for answers that the sandbox would never give */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface SeenRequest {
	method: string;
	/** Path and query as they were on the wire. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface ScriptedAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	/** Cut the connection after the body was written so far. */
	cut?: boolean;
	/** The body never ends: it is written a byte at a time, with this many milliseconds in between. */
	dripMs?: number;
}

/** Undefined: no answer at all, the request stays open. A promise: it stays open until then. */
export type Script = (
	request: SeenRequest,
	index: number,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

/** Answers whatever the test says, and keeps what it was asked. */
export async function scriptedServer(script: Script) {
	const seen: SeenRequest[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		const respond = async () => {
			const { method = '', url = '', headers } = request;
			const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
			const answer = await script(asked, seen.push(asked) - 1);
			if (!answer) return;
			const { status = 200, headers: extra = {}, body = '', cut = false, dripMs } = answer;
			response.writeHead(status, {
				'content-type': 'application/json',
				...(cut ? { 'content-length': String(Buffer.byteLength(body) + 100) } : {}),
				...extra,
			});
			if (dripMs !== undefined) {
				// eslint-disable-next-line @n8n/community-nodes/no-restricted-globals -- a server that is slow on purpose
				const drip = setInterval(() => response.write(' '), dripMs);
				// eslint-disable-next-line @n8n/community-nodes/no-restricted-globals -- as above
				response.on('close', () => clearInterval(drip));
			} else if (cut) response.write(body, () => request.socket.destroy());
			else response.end(body);
		};
		request.on('end', () => void respond());
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo; // listening on TCP, so it is one
	return {
		origin: `http://127.0.0.1:${port}`,
		baseUrl: `http://127.0.0.1:${port}/v1`,
		seen,
		close: async () => {
			sockets.forEach((socket) => socket.destroy());
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export const json = (
	value: unknown,
	status = 200,
	headers: Record<string, string> = {},
): ScriptedAnswer => ({
	status,
	headers,
	body: JSON.stringify(value),
});
