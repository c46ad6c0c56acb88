import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentWith } from './npm.mjs';
import { root, stateFolder } from './paths.mjs';
import { startProcess } from './processes.mjs';
import { untilReady } from './ready.mjs';

const READY_WITHIN_MS = 60_000;
const DATA = join(stateFolder, 'sandbox', 'sandbox.sqlite');

/** Where it is looked for first; n8n's own is 5678, and its task broker's 5679. */
export const SANDBOX_PORT = 5680;

/**
 * What the sandbox prints when it is ready, as one line of JSON.
 *
 * @typedef {object} SandboxReady
 * @property {string} origin
 * @property {string} baseUrl the API's address
 * @property {string} settingsPage the page with API Keys and Webhooks
 * @property {{ pro: string }} keys
 * @property {string} signingSecret of the webhooks that are added in it
 */

/**
 * Runs the sandbox with the data of this checkout. What is in `args` counts, too, and before the rest.
 *
 * @param {{ node: string, port: number, signingSecret: string, args?: string[], onLine: (line: string) => void }} choice
 */
export function runSandbox({ node, port, signingSecret, args = [], onLine }) {
	mkdirSync(dirname(DATA), { recursive: true });
	const own = ['--port', `${port}`, '--data', DATA, '--signing-secret', signingSecret];
	return startProcess({
		what: 'The sandbox',
		command: node,
		// Of an option that is given twice the last one counts.
		args: [join(root, 'sandbox', 'main.ts'), ...own, '--parent-bound', ...args],
		env: environmentWith(node),
		logName: 'sandbox',
		onLine,
	});
}

/**
 * Starts the sandbox and waits until it says that it is ready.
 *
 * @param {{ node: string, port: number, signingSecret: string }} choice
 */
export async function startSandbox(choice) {
	/** @type {SandboxReady[]} */
	const said = [];
	/** @param {string} line */
	const onLine = (line) => void (line.startsWith('{') && said.push(JSON.parse(line)));
	const process = runSandbox({ ...choice, args: ['--json'], onLine });
	await untilReady(process, () => said.length > 0, READY_WITHIN_MS);
	const [ready] = said;
	if (!ready) throw new Error('the sandbox is ready and has said so');
	return { process, ready };
}
