import { openServer } from './server.mjs';

/**
 * @typedef {object} Hooks
 * @property {() => unknown} begin called just before the node under test runs
 * @property {() => unknown} end called right after it
 * @property {unknown[]} items the input of the node
 *
 * @typedef {Awaited<ReturnType<typeof openMarks>>} Marks
 */

/**
 * A server that the workflow itself calls before and after the node under test, so that CPU time and memory do not
 * include how n8n loads or saves an execution. Its first response is the node's input.
 */
export async function openMarks() {
	/** @type {Map<string, Hooks>} */
	const runs = new Map();
	const { url, close } = await openServer(async (request) => {
		const [, run = '', when] = (request.url ?? '').split('/');
		const hooks = runs.get(run);
		if (!hooks) return {};
		await (when === 'end' ? hooks.end() : hooks.begin());
		return when === 'end' ? {} : hooks.items;
	});
	let last = 0;
	return {
		/** @param {Hooks} hooks */
		open(hooks) {
			const run = String(++last);
			runs.set(run, hooks);
			const prefix = `${url}/${run}`;
			return { begin: `${prefix}/begin`, end: `${prefix}/end`, close: () => runs.delete(run) };
		},
		close,
	};
}
