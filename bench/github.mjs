import { createServer } from 'node:http';

/**
 * As much of GitHub's API as its trigger needs to register a webhook. The trigger makes up a secret and sends it along,
 * so this is where a sender learns it.
 */
export async function openGithub() {
	let secret = '';
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			if (request.method === 'POST') secret = JSON.parse(text).config.secret;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ id: 1, active: true, events: ['*'] }));
		});
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const port = address && typeof address === 'object' ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}`,
		secret: () => secret,
		/** @returns {Promise<void>} */
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
