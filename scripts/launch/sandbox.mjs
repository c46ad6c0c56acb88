import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, stateFolder } from './paths.mjs';
import { startProcess, untilReady } from './processes.mjs';

const READY_WITHIN_MS = 60_000;

/** The first port that is tried: n8n uses 5678, and its task broker 5679. */
export const SANDBOX_PORT = 5680;

/**
 * What the sandbox prints when it is ready; see sandbox/README.md.
 *
 * @typedef {{ origin: string, baseUrl: string, settingsPage: string, keys: { pro: string } }} SandboxReady
 *
 * @typedef {{ node: string, port: number, signingSecret: string }} SandboxStart
 */

/** Starts the sandbox with the data of this checkout, and waits until it is ready. @param {SandboxStart} start */
export async function startSandbox({ node, port, signingSecret }) {
	const folder = join(stateFolder(), 'sandbox');
	mkdirSync(folder, { recursive: true });
	const sandbox = startProcess({
		what: 'The sandbox',
		command: node,
		args: [
			join(root, 'sandbox', 'main.ts'),
			...['--port', `${port}`, '--data', join(folder, 'sandbox.json'), '--json'],
		],
		env: { ...process.env, SANDBOX_SIGNING_SECRET: signingSecret },
		log: 'sandbox',
	});
	const line = () => sandbox.output().match(/^\{.*\}$/m)?.[0];
	await untilReady(sandbox, () => line() !== undefined, READY_WITHIN_MS);

	/** @type {SandboxReady} */
	const ready = JSON.parse(line() ?? '');
	return { process: sandbox, ready };
}
