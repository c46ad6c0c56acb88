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

/** @param {number | undefined} port that was asked for @param {string} what @param {string} flag */
async function needPort(port, what, flag) {
	if (port && !(await isFree(port))) throw new LaunchError('portTaken', { port, what, flag });
}

/** @param {string} what @param {number} wished @param {number} port */
const moved = (what, wished, port) =>
	wished === port ? [] : [`Port ${wished} is taken, so ${what} uses ${port} this time.`];

/**
 * Installs what is missing and starts n8n with the package, and the sandbox.
 *
 * @param {{ port?: number, sandboxPort?: number, reset?: boolean, more?: NodeJS.ProcessEnv }} [options] `more` are
 *   settings of n8n
 */
export async function start(options = {}) {
	await holdState();
	if (options.reset) await step('Starting over with fresh data', reset);
	// That a port is taken is worth knowing before a long install.
	await needPort(options.port, 'n8n', '--port');
	await needPort(options.sandboxPort, 'the sandbox', '--sandbox-port');
	const { node, hostFolder } = await prepare();
	const state = readState();
	const place = placePackage();

	const wished = {
		n8n: options.port ?? state.n8nPort ?? N8N_PORT,
		sandbox: options.sandboxPort ?? state.sandboxPort ?? SANDBOX_PORT,
	};
	const { signingSecret, encryptionKey } = state;
	const sandboxPort = await freePort(wished.sandbox, SANDBOX_PORT);
	const sandbox = await step('Starting the sandbox', () =>
		startSandbox({ node, port: sandboxPort, signingSecret }),
	);
	const port = await freePort(wished.n8n, N8N_PORT);
	const n8n = await step('Starting n8n', () =>
		startN8n({ node, hostFolder, port, encryptionKey, more: options.more }),
	);
	Object.assign(state, { n8nPort: port, sandboxPort });
	writeState(state);
	await step('Creating the owner, the credential and the example workflows', () =>
		provision(state, n8n.url, sandbox.ready),
	);
	const remarks = [
		...moved('n8n', wished.n8n, port),
		...moved('the sandbox', wished.sandbox, sandboxPort),
	];
	return { node, place, state, n8n, sandbox, remarks };
}
