import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { needCompiler } from './compiler.mjs';
import { fingerprint } from './fingerprint.mjs';
import { headersOf } from './node24.mjs';
import { askRegistry, npm } from './npm.mjs';
import { cacheFolder, root } from './paths.mjs';
import { release } from './release.mjs';
import { needSpace } from './space.mjs';

const FILES = ['package.json', 'package-lock.json'];

/**
 * Installs the n8n release that was asked for, once per user and lock file.
 *
 * @param {string} node the Node 24 binary
 * @param {(text: string) => void} note
 * @returns {Promise<string>} the folder of the installed n8n
 */
export function host(node, note) {
	const locked = join(root, 'hosts', release().lock);
	const key = `${release().lock}-${process.platform}-${process.arch}-${fingerprint(locked, FILES)}`;
	return cached(key, (folder) => install({ node, locked, folder, note }), note);
}

/**
 * @param {{ node: string, locked: string, folder: string, note: (text: string) => void }} job
 */
async function install({ node, locked, folder, note }) {
	const { version, packages, roomBytes } = release();
	const what = `n8n ${version}`;
	needCompiler();
	await needSpace({ folder, shown: cacheFolder, bytes: roomBytes, what });
	for (const file of FILES) await copyFile(join(locked, file), join(folder, file));
	note('asking the npm registry');
	await askRegistry({ node, folder, what, specifier: 'is-number' });
	note(`${packages} packages, 2 to 4 minutes, only this once`);
	await npm({ node, folder, what, args: ['ci', '--ignore-scripts'] });
	note('compiling its database module, about a minute, only this once');
	const headers = headersOf(node);
	await npm({
		node,
		folder,
		what,
		args: ['rebuild', 'sqlite3', 'isolated-vm', '--ignore-scripts=false', '--foreground-scripts'],
		env: {
			// Ready-made binaries lie outside the npm registry; isolated-vm brings its own along.
			npm_config_build_from_source: 'sqlite3',
			...(headers ? { npm_config_nodedir: headers } : {}),
		},
	});
}
