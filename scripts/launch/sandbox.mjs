import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentWith } from './npm.mjs';
import { logFile, root, sandboxData } from './paths.mjs';
import { startProcess } from './processes.mjs';
import { untilReady } from './ready.mjs';

const READY_WITHIN_MS = 60_000;

/** Where it is looked for first; n8n's own is 5678, and its task broker's 5679. */
export const SANDBOX_PORT = 5680;
export const sandboxEntry = join(root, 'sandbox', 'main.ts');

/** Makes the folder of the sandbox's database. */
export function prepareSandboxData() {
	mkdirSync(dirname(sandboxData), { recursive: true });
	return sandboxData;
}

/**
 * What the sandbox prints when it is ready, as one line of JSON.
 *
 * @typedef {object} SandboxReady
 * @property {string} baseUrl the API's address
 * @property {string} settingsPage the page with API Keys and Webhooks
 * @property {{ pro: string }} keys
 * @property {string} [signingSecret] of the webhooks that are added in it, if one was given
 */

/**
 * Starts the sandbox and waits until it says that it is ready.
 *
 * @param {{ node: string, port: number, signingSecret?: string }} choice
 */
export async function startSandbox({ node, port, signingSecret }) {
	const log = logFile('sandbox');
	/** @type {SandboxReady | undefined} */
	let ready;
	const process = startProcess({
		command: node,
		args: [
			sandboxEntry,
			'--port',
			`${port}`,
			'--data',
			prepareSandboxData(),
			...(signingSecret ? ['--signing-secret', signingSecret] : []),
			'--json',
			'--parent-bound',
		],
		cwd: root,
		env: environmentWith(node),
		log,
		server: true,
		onLine: (line) => {
			if (!ready && line.startsWith('{')) ready = JSON.parse(line);
		},
	});
	const isReady = () => Promise.resolve(ready !== undefined);
	await untilReady({ what: 'The sandbox', log, process, isReady, limitMs: READY_WITHIN_MS });
	return {
		what: 'The sandbox',
		log,
		process,
		ready: /** @type {SandboxReady} */ (/** @type {unknown} */ (ready)),
	};
}
