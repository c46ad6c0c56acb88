import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askRegistry, npm } from './npm.mjs';
import { root } from './paths.mjs';
import { needSpace } from './space.mjs';

const WHAT = "the package's own tools";
const ROOM_BYTES = 1024 ** 3;

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {boolean} [link]
 * @property {boolean} [optional] left out where the platform does not match
 * @property {boolean} [devOptional]
 *
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/**
 * Whether node_modules holds what the lock asks for; npm keeps a list of what it installed inside node_modules and
 * writes it last, so a half install does not count.
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function matches(wanted, installed) {
	return Object.entries(wanted.packages).every(([path, entry]) => {
		if (path === '' || entry.link) return true;
		const there = installed.packages[path];
		return there ? there.version === entry.version : Boolean(entry.optional || entry.devOptional);
	});
}

/**
 * @param {string} path
 * @returns {Lock}
 */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

export function dependenciesInstalled() {
	const list = join(root, 'node_modules', '.package-lock.json');
	return existsSync(list) && matches(read(join(root, 'package-lock.json')), read(list));
}

/**
 * Installs the checkout's own dependencies. Any Node will do: none of them is compiled.
 *
 * @param {(text: string) => void} note
 */
export async function installDependencies(note) {
	const node = process.execPath;
	await needSpace({ folder: root, bytes: ROOM_BYTES, what: WHAT });
	note('asking the npm registry');
	await askRegistry({ node, folder: root, what: WHAT, specifier: 'is-number' });
	note('half a minute to two minutes, only this once');
	await npm({
		node,
		folder: root,
		what: WHAT,
		args: ['ci', '--ignore-scripts', '--legacy-peer-deps'],
	});
}
