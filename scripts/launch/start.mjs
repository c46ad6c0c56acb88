import { placePackage } from './build.mjs';
import { LaunchError } from './messages.mjs';
import { startN8n } from './n8n.mjs';
import { freePort, isFree } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { step } from './progress.mjs';
import { provision } from './provision.mjs';
import { SANDBOX_PORT, startSandbox } from './sandbox.mjs';
import { holdState, readState, reset, writeState } from './state.mjs';

const N8N_PORT = 5678;

/** @param {string} what @param {string} flag @param {number} [port] that was asked for */
async function checkFree(what, flag, port) {
	if (port && !(await isFree(port))) throw new LaunchError('portTaken', { port, what, flag });
}

/**
 * Installs what is missing and starts n8n with the package, and the sandbox.
 *
 * @param {{ port?: number, sandboxPort?: number, reset?: boolean, more?: NodeJS.ProcessEnv }} [options] `more` are
 *   settings of n8n
 */
export async function start(options = {}) {
	await holdState();
	if (options.reset) await step('Starting over with fresh data', reset);
	const state = readState();
	// Worth knowing before a long install.
	await checkFree('n8n', '--port', options.port);
	await checkFree('the sandbox', '--sandbox-port', options.sandboxPort);
	const { node, hostFolder } = await prepare();
	const place = placePackage();
	// Not chosen before the install, during which another program may take them.
	const n8nPort = options.port || (await freePort(state.n8nPort, N8N_PORT));
	const preferred = [state.sandboxPort, SANDBOX_PORT].filter((port) => port !== n8nPort);
	const sandboxPort = options.sandboxPort || (await freePort(...preferred));
	Object.assign(state, { n8nPort, sandboxPort });
	writeState(state);
	const { signingSecret, encryptionKey } = state;
	const sandbox = await step('Starting the sandbox', () =>
		startSandbox({ node, port: sandboxPort, signingSecret }),
	);
	const n8n = await step('Starting n8n', () =>
		startN8n({ node, hostFolder, port: n8nPort, encryptionKey, more: options.more }),
	);
	await step('Creating the owner, the credential and the example workflows', () =>
		provision(state, n8n.url, sandbox.ready),
	);
	return { node, place, state, n8n, sandbox };
}
