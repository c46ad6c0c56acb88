import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export const JSON_TYPE = { 'content-type': 'application/json' };

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
	body?: string | Uint8Array;
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

/** A real server on loopback, which responds as the test says and keeps what it was asked. */
export async function scriptedServer(script: Script) {
	const seen: SeenRequest[] = [];
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
				...JSON_TYPE,
				...(cut ? { 'content-length': String(Buffer.byteLength(body) + 100) } : {}),
				...extra,
			});
			if (dripMs !== undefined) {
				const drip = setInterval(() => response.write(' '), dripMs);
				response.on('close', () => clearInterval(drip));
			} else if (cut) response.write(body, () => request.socket.destroy());
			else response.end(body);
		};
		request.on('end', () => void respond());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo; // listening on TCP, so it is one
	const origin = `http://127.0.0.1:${port}`;
	const close = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		server.closeAllConnections();
		await closed;
	};
	return { origin, baseUrl: `${origin}/v1`, seen, close };
}

export const json = (
	value: unknown,
	status = 200,
	headers: Record<string, string> = {},
): ScriptedAnswer => ({ status, headers, body: JSON.stringify(value) });
