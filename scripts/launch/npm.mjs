import { delimiter, dirname } from 'node:path';
import { installFailure } from './install-failures.mjs';
import { LaunchError } from './messages.mjs';
import { logFile } from './paths.mjs';
import { runTool } from './processes.mjs';

/**
 * Settings that the checkout's own .npmrc or the npm that runs this script hands down, and that must not reach an
 * install in another folder. A person's own settings (registry, proxy, cache) stay.
 */
const HANDED_DOWN =
	/^npm_(package_|lifecycle_|command$|config_(ignore_scripts|legacy_peer_deps|omit_lockfile_registry_resolved|local_prefix|nodedir|node_gyp)$)/i;

/**
 * The environment for a tool, with one Node first on PATH.
 *
 * @param {string} node path of the Node binary
 * @param {NodeJS.ProcessEnv} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWith(node, more = {}) {
	/** @type {NodeJS.ProcessEnv} */
	const environment = {};
	for (const [name, value] of Object.entries(process.env)) {
		if (!HANDED_DOWN.test(name)) environment[name] = value;
	}
	environment.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
	return { ...environment, ...more };
}

/**
 * The npm that started this script where there is one: it is certain to exist and to be configured.
 *
 * @param {string} node
 * @param {string[]} args
 */
function command(node, args) {
	const own = process.env.npm_execpath;
	if (own && /npm-cli\.c?js$/.test(own)) return { command: node, args: [own, ...args] };
	return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args };
}

/**
 * Runs npm in a folder; its output goes to a log.
 *
 * @param {{ node: string, args: string[], folder: string, what: string, env?: NodeJS.ProcessEnv }} run
 *   `what` names the thing that is being installed, for the message if it fails
 */
export async function npm({ node, args, folder, what, env }) {
	const log = logFile('install');
	const { ok, how, tail } = await runTool({
		...command(node, [...args, '--no-audit', '--no-fund', '--no-progress', '--loglevel=warn']),
		cwd: folder,
		env: environmentWith(node, env),
		log,
	});
	if (ok) return;
	if (/ENOENT/.test(how)) throw new LaunchError('noNpm', { what });
	throw installFailure(`${how}\n${tail}`, { what, log, folder });
}

/**
 * Finds out within seconds whether the registry answers; npm itself retries for minutes.
 *
 * @param {{ node: string, folder: string, what: string, specifier: string }} question
 */
export async function askRegistry({ node, folder, what, specifier }) {
	const args = ['view', specifier, 'version', '--prefer-offline', '--fetch-retries=0'];
	await npm({ node, folder, what, args: [...args, '--fetch-timeout=20000'] });
}
