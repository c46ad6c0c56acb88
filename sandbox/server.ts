import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { SandboxParts } from './sandbox.ts';
import { control } from './control.ts';
import { parseJsonObject } from './json.ts';
import { accountPage } from './page.ts';
import { errorResponse, serve } from './service.ts';
import type { ServiceRequest, ServiceResponse } from './service.ts';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** What a page or the control plane responds. */
export interface Reply {
	status: number;
	headers?: Record<string, string>;
	text?: string;
}

export function openServer(sandbox: SandboxParts): Server {
	return createServer((incoming, outgoing) => {
		respond(sandbox, incoming, outgoing).catch((error: unknown) => {
			send(outgoing, { status: 500, text: String(error) });
		});
	});
}

async function respond(
	sandbox: SandboxParts,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
): Promise<void> {
	const request = await read(incoming);
	const rejection = foreign(request);
	if (rejection) return send(outgoing, { status: 403, text: rejection });

	const { path } = request;
	if (path.startsWith('/_sandbox/')) return send(outgoing, await control(sandbox, request));
	if (path === '/' || path === '/settings') return send(outgoing, accountPage(sandbox, request));
	// Browsers ask for it with every page.
	if (path === '/favicon.ico') return send(outgoing, { status: 204 });

	await api(sandbox, request, outgoing);
}

async function read(incoming: IncomingMessage): Promise<ServiceRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer); // no encoding is set

	const [path = '/', query = ''] = split(incoming.url ?? '/', '?');
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);

	const bodyText = Buffer.concat(chunks).toString();
	return { method: incoming.method ?? 'GET', path, query, headers, bodyText };
}

function split(text: string, mark: string): [string, string] {
	const at = text.indexOf(mark);
	if (at === -1) return [text, ''];

	return [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Why a request does not come from this machine: a website that points its own name to 127.0.0.1, or a form on another
 * site.
 */
function foreign({ method, headers, path }: ServiceRequest): string | undefined {
	const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
	if (!LOOPBACK.test(host)) return 'The sandbox is only available at a loopback address.\n';
	if (method === 'GET' || path.startsWith('/v1/')) return undefined;

	const isForeignOrigin = origin !== undefined && origin !== `http://${host}`;
	const isForeignSite = site !== 'none' && site !== 'same-origin';
	return isForeignOrigin || isForeignSite ? 'Forms of other sites are not accepted.\n' : undefined;
}

/** A request to the service. It is recorded, without its key. */
async function api(
	{ parts, recorded }: SandboxParts,
	request: ServiceRequest,
	outgoing: ServerResponse,
): Promise<void> {
	const { clock, store } = parts;
	const { authorization, ...headers } = request.headers;
	const key = authorization?.split(' ').at(-1) ?? '';
	const keyName = store.keys.get(key)?.name ?? 'unknown';

	const entry = recorded.add({
		...request,
		headers: authorization === undefined ? headers : { ...headers, authorization: `<${keyName}>` },
		body: parseJsonObject(request.bodyText),
		time: clock.now(),
	});
	const response = await serve(parts, request).catch(errorResponse);
	entry.status = response.isDropped ? null : response.status;
	entry.durationMs = clock.now() - entry.time;

	sendJson(outgoing, response);
}

function sendJson(
	outgoing: ServerResponse,
	{ status, headers, body, isDropped }: ServiceResponse,
): void {
	if (isDropped) {
		outgoing.destroy();
		return;
	}
	if (body === undefined) return send(outgoing, { status, headers });

	const type = { 'Content-Type': 'application/json; charset=utf-8' };
	send(outgoing, { status, headers: { ...headers, ...type }, text: JSON.stringify(body) });
}

function send(outgoing: ServerResponse, { status, headers = {}, text }: Reply): void {
	if (outgoing.headersSent) return;

	outgoing.writeHead(status, headers);
	outgoing.end(text);
}
