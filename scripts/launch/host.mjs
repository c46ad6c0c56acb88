import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { needCompiler } from './compiler.mjs';
import { fingerprint } from './fingerprint.mjs';
import { headersOf } from './node24.mjs';
import { askRegistry, npm } from './npm.mjs';
import { cacheFolder, root } from './paths.mjs';
import { needSpace } from './space.mjs';

const LOCKED = join(root, 'hosts', 'n8n-2');
const FILES = ['package.json', 'package-lock.json'];
const WHAT = 'n8n 2.41.1';
/** Measured: 2.6 GB, and npm's own cache beside it. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Installs the n8n release of hosts/n8n-2, once per user and lock file.
 *
 * @param {string} node the Node 24 binary
 * @param {(text: string) => void} note
 * @returns {Promise<string>} the folder of the installed n8n
 */
export function host(node, note) {
	const key = `n8n-2-${process.platform}-${process.arch}-${fingerprint(LOCKED, FILES)}`;
	return cached(key, (folder) => install(node, folder, note), note);
}

/**
 * @param {string} node
 * @param {string} folder
 * @param {(text: string) => void} note
 */
async function install(node, folder, note) {
	needCompiler();
	await needSpace({ folder, shown: cacheFolder, bytes: ROOM_BYTES, what: WHAT });
	for (const file of FILES) await copyFile(join(LOCKED, file), join(folder, file));
	note('asking the npm registry');
	await askRegistry({ node, folder, what: WHAT, specifier: 'is-number' });
	note('2,300 packages, 2 to 4 minutes, only this once');
	await npm({ node, folder, what: WHAT, args: ['ci', '--ignore-scripts'] });
	note('compiling its database module, about a minute, only this once');
	const headers = headersOf(node);
	await npm({
		node,
		folder,
		what: WHAT,
		args: ['rebuild', 'sqlite3', 'isolated-vm', '--ignore-scripts=false', '--foreground-scripts'],
		env: {
			// Ready-made binaries lie outside the npm registry; isolated-vm brings its own along.
			npm_config_build_from_source: 'sqlite3',
			...(headers ? { npm_config_nodedir: headers } : {}),
		},
	});
}
