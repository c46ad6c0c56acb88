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

/** @param {string} what @param {string} flag @param {number} port that was asked for */
async function portAsked(what, flag, port) {
	if (await isFree(port)) return port;
	throw new LaunchError('portTaken', { port, what, flag });
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
	// That a port is taken is worth knowing before a long install.
	state.n8nPort = options.port
		? await portAsked('n8n', '--port', options.port)
		: await freePort(state.n8nPort, N8N_PORT);
	state.sandboxPort = options.sandboxPort
		? await portAsked('the sandbox', '--sandbox-port', options.sandboxPort)
		: await freePort(...[state.sandboxPort, SANDBOX_PORT].filter((port) => port !== state.n8nPort));
	writeState(state);
	const { n8nPort, sandboxPort, signingSecret, encryptionKey } = state;
	const { node, hostFolder } = await prepare();
	const place = placePackage();
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
