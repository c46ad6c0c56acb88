import { build, startN8n } from './n8n.mjs';
import { installN8n, installTools, release } from './install.mjs';
import { freePort } from './ports.mjs';
import { step } from './progress.mjs';
import { provision } from './provision.mjs';
import { startSandbox } from './sandbox.mjs';
import { holdState, readState, resetState, writeState } from './state.mjs';

/** What every command needs that starts n8n. */
export async function prepare() {
	const node = await installTools();
	await build();
	const folder = await installN8n(node);

	return { node, folder };
}

/**
 * Installs what is missing, and starts n8n with the package, and the sandbox. They have the ports of the last time.
 *
 * @param {{ isReset?: boolean, settings?: NodeJS.ProcessEnv, ports?: number[] }} [options] `settings` are those of n8n,
 *   `ports` those that are tried at the first start; by default any
 */
export async function start({ isReset, settings, ports = [] } = {}) {
	// Which n8n is asked for is checked before anything else.
	release();
	await holdState();
	if (isReset) resetState();
	const state = readState();
	const { encryptionKey, signingSecret } = state;

	const installed = await prepare();
	const n8nPort = await freePort(state.n8nPort, ports[0]);
	const sandboxPort = await freePort(state.sandboxPort, ports[1]);
	writeState(Object.assign(state, { n8nPort, sandboxPort }));

	const [sandbox, n8n] = await step(`Starting the sandbox and n8n ${release().version}`, () =>
		Promise.all([
			startSandbox({ node: installed.node, port: sandboxPort, signingSecret }),
			startN8n({ ...installed, encryptionKey, port: n8nPort, settings }),
		]),
	);
	await step('Setting up n8n', () => provision(state, n8n.url, sandbox.ready));
	return { node: installed.node, state, n8n, sandbox };
}

/**
 * Starts the sandbox for an n8n that is already running with the package, and reaches this machine's ports.
 *
 * @param {{ url: string, email?: string, password: string }} address and login of its owner
 */
export async function attach({ url, email, password }) {
	await holdState();
	const state = Object.assign(readState(), { ownerEmail: email, ownerPassword: password });
	const { signingSecret } = state;

	const node = await installTools();
	const sandbox = await step('Starting the sandbox', async () =>
		startSandbox({ node, port: await freePort(), signingSecret }),
	);
	await step(`Setting up ${url}`, () => provision(state, url, sandbox.ready));
	return { node, state, n8n: { url }, sandbox };
}
