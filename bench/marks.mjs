import { createServer } from 'node:http';

/**
 * @typedef {object} Hooks
 * @property {() => unknown} begin called just before the node under test runs
 * @property {() => unknown} end called right after it
 * @property {unknown[]} items what the node gets
 */

/** @typedef {Awaited<ReturnType<typeof openMarks>>} Marks */

/**
 * A server that the workflow itself calls before and after the node under test, so that CPU time and memory belong to
 * that node and not to how n8n loads or saves an execution. The first answer is the node's input.
 */
export async function openMarks() {
	/** @type {Map<string, Hooks>} */
	const runs = new Map();
	/** @param {string} path `/RUN/begin` or `/RUN/end` */
	const answer = async (path) => {
		const [, run = '', when] = path.split('/');
		const hooks = runs.get(run);
		if (!hooks) return {};
		if (when === 'end') await hooks.end();
		else await hooks.begin();
		return when === 'end' ? {} : hooks.items;
	};
	const server = createServer((request, response) => {
		answer(request.url ?? '').then(
			(value) => {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(value));
			},
			(error) => response.writeHead(500).end(String(error)),
		);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const port = address && typeof address === 'object' ? address.port : 0;
	let last = 0;
	return {
		/** @param {Hooks} hooks */
		open(hooks) {
			const run = String(++last);
			runs.set(run, hooks);
			const url = `http://127.0.0.1:${port}/${run}`;
			return { begin: `${url}/begin`, end: `${url}/end`, close: () => runs.delete(run) };
		},
		/** @returns {Promise<void>} */
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
