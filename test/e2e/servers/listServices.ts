import type { ListService } from '../../lists/misleading';
import { httpServer, JSON_TYPE } from '../../servers/httpServer';

/** One server for all of them: the service number 7, when it is read for the second time, is below `/7/2/v1`. */
export async function listServices(services: readonly ListService[]) {
	const asked = new Map<string, number>();
	const { origin, close } = await httpServer((request, response) => {
		const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
		const [, number = '', run = '', , resource] = url.pathname.split('/');
		const service = services[Number(number)];
		if (!service || request.method !== 'GET' || resource !== 'tasks') {
			response.writeHead(404, JSON_TYPE);
			response.end('{"error":{"code":"not_found","message":"There is nothing here"}}');
			return;
		}
		const key = `${number}/${run}`;
		const index = asked.get(key) ?? 0;
		asked.set(key, index + 1);
		const query = Object.fromEntries(url.searchParams);
		const { status = 200, body, headers } = service.answer({ query, url, index });
		response.writeHead(status, { ...JSON_TYPE, ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
	return {
		baseUrl: (number: number, run: string) => `${origin}/${number}/${run}/v1`,
		asked: (number: number, run: string) => asked.get(`${number}/${run}`) ?? 0,
		close,
	};
}
