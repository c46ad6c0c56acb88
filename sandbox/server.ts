import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { control } from './control.ts';
import { jsonReply } from './http.ts';
import type { Reply, Request } from './http.ts';
import { parseJsonObject } from './json.ts';
import { accountPage } from './page.ts';
import { Sandbox } from './sandbox.ts';
import type { RecordedRequest } from './sandbox.ts';
import { serve } from './service.ts';
import type { StoreOptions } from './store.ts';

const KEPT_REQUESTS = 100_000;
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Starts a sandbox on loopback. Without a port, a free one is found. */
export async function startSandbox({
	port = 0,
	...options
}: StoreOptions & { port?: number } = {}): Promise<Sandbox & { close(): Promise<void> }> {
	const sandbox = new Sandbox(options);
	const server = createServer((incoming, outgoing) => {
		read(incoming)
			.then(async (request) => await respond(sandbox, request))
			.catch((error: unknown): Reply => ({ status: 500, text: String(error) }))
			.then(({ status, headers, text }) => outgoing.writeHead(status, headers).end(text));
	});
	await once(server.listen(port, '127.0.0.1'), 'listening');
	const address = server.address() as AddressInfo; // it listens on TCP
	sandbox.origin = `http://127.0.0.1:${address.port}`;

	const close = async () => {
		sandbox.deliveries.stop();
		sandbox.store.save();
		const closed = once(server.close(), 'close');
		server.closeAllConnections();
		await closed;
	};
	return Object.assign(sandbox, { close });
}

async function respond(sandbox: Sandbox, request: Request): Promise<Reply> {
	const rejection = foreign(request);
	if (rejection) return { status: 403, text: rejection };

	const { path } = request;
	if (path.startsWith('/_sandbox/')) return await control(sandbox, request);
	if (path === '/' || path === '/settings') return accountPage(sandbox, request);

	return await api(sandbox, request);
}

async function read(incoming: IncomingMessage): Promise<Request> {
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
function foreign({ headers }: Request): string | undefined {
	const { host = '', origin = `http://${host}` } = headers;
	if (!LOOPBACK.test(host)) return 'The sandbox is only available at a loopback address.\n';

	return origin === `http://${host}` ? undefined : 'Pages of other sites are not accepted.\n';
}

/** A request to the service. It is recorded, without its key. */
async function api(sandbox: Sandbox, request: Request): Promise<Reply> {
	const { requests, store } = sandbox;
	const { authorization, ...headers } = request.headers;
	const key = authorization?.split(' ').at(-1) ?? '';
	const keyName = store.keys.get(key)?.name ?? 'unknown';

	const entry: RecordedRequest = {
		...request,
		headers: authorization === undefined ? headers : { ...headers, authorization: `<${keyName}>` },
		body: parseJsonObject(request.bodyText),
		time: Date.now(),
	};
	if (requests.length === KEPT_REQUESTS) requests.splice(0, KEPT_REQUESTS / 2);
	requests.push(entry);

	const { status, headers: sent, body } = await serve(sandbox, request);
	entry.status = status;
	return body === undefined ? { status, headers: sent } : jsonReply(status, body, sent);
}
