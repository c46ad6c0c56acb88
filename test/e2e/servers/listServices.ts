/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a real server on loopback; tests never ship */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListService } from '../../lists/misleading';

/** One server for all of them: the service number 7, when it is read for the second time, is below `/7/2/v1`. */
export async function listServices(services: readonly ListService[]) {
	const asked = new Map<string, number>();
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
		const [, number = '', run = '', , resource] = url.pathname.split('/');
		const service = services[Number(number)];
		if (!service || request.method !== 'GET' || resource !== 'tasks') {
			response.writeHead(404, { 'content-type': 'application/json' });
			response.end('{"error":{"code":"not_found","message":"There is nothing here"}}');
			return;
		}
		const key = `${number}/${run}`;
		const index = asked.get(key) ?? 0;
		asked.set(key, index + 1);
		const query = Object.fromEntries(url.searchParams);
		const { status = 200, body, headers } = service.answer({ query, url, index });
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo; // listening on TCP, so it is one
	return {
		baseUrl: (number: number, run: string) => `http://127.0.0.1:${port}/${number}/${run}/v1`,
		asked: (number: number, run: string) => asked.get(`${number}/${run}`) ?? 0,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
