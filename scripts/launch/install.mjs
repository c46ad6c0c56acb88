import { spawnSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchError } from './messages.mjs';
import { environmentWith, npm } from './npm.mjs';

/**
 * Makes installing faster. Adds the address of each package, as npm registries form it: without them, npm asks the
 * registry for each, which takes a quarter of an install. The lock file's hashes (`integrity`) still decide which
 * contents are accepted.
 *
 * @param {string} lock the text of a package-lock.json
 * @param {string} registry
 * @param {string[]} unused dependencies that are left out, with all that only they need
 */
export function fasterLock(lock, registry, unused = []) {
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

/**
 * Installs the packages of a lock file into a folder that has none.
 *
 * @param {{ node: string, from: string, folder: string, what: string, unused?: string[], args?: string[] }} install
 *   `from` is the folder with package.json and the lock file
 */
export async function installLocked({ node, from, folder, what, unused, args = [] }) {
	const env = environmentWith(node);
	const setting = { cwd: folder, env, encoding: /** @type {const} */ ('utf8') };
	const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], setting);
	const lock = await readFile(join(from, 'package-lock.json'), 'utf8');
	const install = async (/** @type {string} */ text) => {
		await writeFile(join(folder, 'package-lock.json'), text);
		await npm({ node, folder, what, args: ['ci', '--ignore-scripts', ...args] });
	};
	await copyFile(join(from, 'package.json'), join(folder, 'package.json'));
	const registry = `${stdout}`.trim();
	try {
		// If npm cannot be asked, its own message is the better one.
		if (URL.canParse(registry)) return await install(fasterLock(lock, registry, unused));
	} catch (error) {
		// This registry, or that of a scope, has other addresses.
		if (!(error instanceof LaunchError && error.reason === 'toolFailed')) throw error;
	}
	await install(lock);
}
