import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { RecordedRequest, Sandbox } from './sandbox.ts';
import { control } from './control.ts';
import { parseJsonObject } from './json.ts';
import { accountPage } from './page.ts';
import { jsonReply } from './reply.ts';
import type { Reply } from './reply.ts';
import { serve } from './service.ts';
import type { ServiceRequest } from './service.ts';

const KEPT_REQUESTS = 100_000;
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

export function openServer(sandbox: Sandbox): Server {
	return createServer((incoming, outgoing) => {
		read(incoming)
			.then(async (request) => await respond(sandbox, request))
			.catch((error: unknown): Reply => ({ status: 500, text: String(error) }))
			.then(({ status, headers, text }) => outgoing.writeHead(status, headers).end(text));
	});
}

async function respond(sandbox: Sandbox, request: ServiceRequest): Promise<Reply> {
	const rejection = foreign(request);
	if (rejection) return { status: 403, text: rejection };

	const { path } = request;
	if (path.startsWith('/_sandbox/')) return await control(sandbox, request);
	if (path === '/' || path === '/settings') return accountPage(sandbox, request);

	return await api(sandbox, request);
}

async function read(incoming: IncomingMessage): Promise<ServiceRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer); // no encoding is set

	const [path = '/', ...query] = (incoming.url ?? '/').split('?');
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);

	const bodyText = Buffer.concat(chunks).toString();
	return { method: incoming.method ?? 'GET', path, query: query.join('?'), headers, bodyText };
}

/**
 * Why a request does not come from this machine: a website that points its own name to 127.0.0.1, or a form on another
 * site.
 */
function foreign({ headers }: ServiceRequest): string | undefined {
	const { host = '', origin = `http://${host}` } = headers;
	if (!LOOPBACK.test(host)) return 'The sandbox is only available at a loopback address.\n';

	return origin === `http://${host}` ? undefined : 'Pages of other sites are not accepted.\n';
}

/** A request to the service. It is recorded, without its key. */
async function api(sandbox: Sandbox, request: ServiceRequest): Promise<Reply> {
	const { clock, requests, store } = sandbox;
	const { authorization, ...headers } = request.headers;
	const key = authorization?.split(' ').at(-1) ?? '';
	const keyName = store.keys.get(key)?.name ?? 'unknown';

	const entry: RecordedRequest = {
		...request,
		headers: authorization === undefined ? headers : { ...headers, authorization: `<${keyName}>` },
		body: parseJsonObject(request.bodyText),
		time: clock.now(),
	};
	if (requests.length === KEPT_REQUESTS) requests.splice(0, KEPT_REQUESTS / 2);
	requests.push(entry);

	const { status, headers: sent, body } = await serve(sandbox, request);
	entry.status = status;
	return body === undefined ? { status, headers: sent } : jsonReply(status, body, sent);
}
