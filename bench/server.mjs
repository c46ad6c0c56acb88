import { createServer } from 'node:http';

/**
 * A server that responds with JSON.
 *
 * @param {(request: import('node:http').IncomingMessage, body: string) => unknown} answer
 */
export async function openServer(answer) {
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		try {
			const value = await answer(request, body);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(value));
		} catch (error) {
			response.writeHead(500).end(String(error));
		}
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
