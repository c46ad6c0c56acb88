import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server that responds with JSON. @param {(method: string, body: string) => unknown} answer */
export async function openServer(answer) {
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;

		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answer(request.method ?? '', body)));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');

	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	const close = () => {
		server.close();
		server.closeAllConnections();
	};
	return { url: `http://127.0.0.1:${port}`, close };
}
