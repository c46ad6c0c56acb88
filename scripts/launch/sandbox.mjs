import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PARENT_BOUND } from './n8n.mjs';
import { environmentWith } from './npm.mjs';
import { root, stateFolder } from './paths.mjs';
import { startProcess, untilReady } from './processes.mjs';

const READY_WITHIN_MS = 60_000;
const DATA = join(stateFolder, 'sandbox', 'sandbox.json');

/** The first port that is tried: n8n uses 5678, and its task broker 5679. */
export const SANDBOX_PORT = 5680;

/**
 * What the sandbox prints when it is ready, as one line of JSON; see sandbox/README.md.
 *
 * @typedef {{ origin: string, baseUrl: string, settingsPage: string, keys: { pro: string }, signingSecret: string }} SandboxReady
 */

/**
 * Runs the sandbox with the data of this checkout. `args` are further options, and override the usual ones.
 *
 * @param {{ node: string, port: number, signingSecret: string, args?: string[], onLine: (line: string) => void }} choice
 */
export function runSandbox({ node, port, signingSecret, args = [], onLine }) {
	mkdirSync(dirname(DATA), { recursive: true });
	const own = ['--port', `${port}`, '--data', DATA];
	return startProcess({
		what: 'The sandbox',
		command: node,
		// If an option is given twice, the last one counts.
		args: ['--import', PARENT_BOUND, join(root, 'sandbox', 'main.ts'), ...own, ...args],
		env: environmentWith(node, {
			SANDBOX_SIGNING_SECRET: signingSecret,
			PROJECT_WORKSPACE_LAUNCHER: `${process.pid}`,
		}),
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
	/** @type {SandboxReady | undefined} */
	let ready;
	/** @param {string} line */
	const onLine = (line) => void (line.startsWith('{') && (ready = JSON.parse(line)));
	const running = runSandbox({ ...choice, args: ['--json'], onLine });
	await untilReady(running, () => ready !== undefined, READY_WITHIN_MS);
	const { signingSecret } = choice;
	return { process: running, ready: { .../** @type {SandboxReady} */ (ready), signingSecret } }; // or it would still be waiting
}
