import { delimiter, dirname } from 'node:path';
import { LaunchError } from './messages.mjs';
import { runTool } from './processes.mjs';

/**
 * Settings that the checkout's own .npmrc or the npm that runs this script hands down, and that must not reach an
 * install in another folder. A person's own settings (registry, proxy, cache) stay.
 */
const HANDED_DOWN =
	/^npm_(package_|lifecycle_|command$|config_(ignore_scripts|legacy_peer_deps|omit_lockfile_registry_resolved|local_prefix|nodedir|node_gyp)$)/i;

/** Without a network it is known within seconds; npm's own pauses take more than a minute. */
const PAUSES = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
const QUIET = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=warn'];

const NO_NETWORK =
	/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/;

/** What a person can do something about, from npm's output; the rest is shown as it is. @param {string} output */
export function causeOf(output) {
	if (/ENOSPC|no space left on device/i.test(output)) return 'diskFull';
	return NO_NETWORK.test(output) ? 'noNetwork' : 'toolFailed';
}

/**
 * The environment for a tool, with one Node first on PATH.
 *
 * @param {string} node path of the Node binary
 * @param {NodeJS.ProcessEnv} [more]
 */
export function environmentWith(node, more) {
	const kept = Object.entries(process.env).filter(([name]) => !HANDED_DOWN.test(name));
	const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
	return { ...Object.fromEntries(kept), PATH, ...more };
}

/**
 * Runs npm in a folder; its output goes to a log.
 *
 * @param {{ node: string, args: string[], folder: string, what: string, env?: NodeJS.ProcessEnv, logName?: string }} run
 *   `what` names the thing that is being installed, for the message if it fails
 */
export async function npm({ node, args, folder, what, env, logName = 'install' }) {
	const { ok, log, excerpt } = await runTool({
		command: 'npm',
		args: [...args, ...QUIET, ...PAUSES],
		cwd: folder,
		env: environmentWith(node, env),
		logName,
	});
	if (!ok) throw new LaunchError(causeOf(excerpt), { what: `Installing ${what}`, log }, excerpt);
}
