import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { mustRun } from './processes.mjs';

/** Settings of the checkout's .npmrc, and of the npm that runs this, which are not for installs in other folders. */
const HANDED_DOWN =
	/^npm_(package_|lifecycle_|command$|config_(ignore_scripts|legacy_peer_deps|omit_lockfile_registry_resolved|local_prefix|nodedir|node_gyp)$)/i;

const QUIET = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=warn'];
/** npm's own pauses take more than a minute until it says that there is no network. */
const PAUSES = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

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
 * @typedef {object} NpmRun
 * @property {string} what is installed, for a person
 * @property {string} node
 * @property {string} folder
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 */

/** Runs npm in a folder. @param {NpmRun} run */
export async function npm({ what, node, folder, args, env }) {
	const run = {
		what: `The installation of ${what}`,
		command: 'npm',
		args: [...args, ...QUIET, ...PAUSES],
		cwd: folder,
		env: environmentWith(node, env),
		log: 'install',
	};

	const network = 'Check the network, `npm config get registry`, and that 5 GB are free.';
	await mustRun(run, network);
}

/**
 * Installs the packages of a lock file into an empty folder.
 *
 * @param {{ what: string, node: string, from: string, folder: string, unused?: string[], args?: string[] }} install
 *   `from` is the folder with package.json and the lock file
 */
export async function installLocked({ what, node, from, folder, unused = [], args = [] }) {
	const settings = { cwd: folder, env: environmentWith(node) };
	const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], settings);
	const lock = readFileSync(join(from, 'package-lock.json'), 'utf8');
	const addressed = withAddresses(lock, String(stdout).trim(), unused);
	writeFileSync(join(folder, 'package-lock.json'), addressed);
	copyFileSync(join(from, 'package.json'), join(folder, 'package.json'));

	await npm({ what, node, folder, args: ['ci', '--ignore-scripts', ...args] });
}

/**
 * A lock file with the address of each package, as npm registries form it: without them, npm asks the registry for each,
 * which takes a quarter of an install. The hashes in it still decide which contents are accepted.
 *
 * @param {string} lock
 * @param {string} registry
 * @param {string[]} unused dependencies that are left out, with all that only they need
 */
export function withAddresses(lock, registry, unused = []) {
	const content = JSON.parse(lock);

	for (const [path, entry] of Object.entries(content.packages)) {
		for (const name of unused) delete entry.dependencies?.[name];
		if (path === '' || entry.link || entry.inBundle || entry.resolved) continue;

		const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
		const file = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`;
		entry.resolved = new URL(`${name}/-/${file}`, registry.replace(/\/*$/, '/')).href;
	}

	return JSON.stringify(content);
}
