import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cached } from './cache.mjs';
import { installLocked } from './install.mjs';
import { LaunchError } from './messages.mjs';
import { npm } from './npm.mjs';
import { major, root } from './paths.mjs';
import { note } from './progress.mjs';

const FILES = ['package-lock.json', 'package.json'];

/** What compiling needs, and the commands that provide it, in the order in which node-gyp tries them. */
const COMPILER = {
	python3: ['python3', 'python'],
	make: ['make', 'gmake'],
	'g++': [process.env.CXX || 'g++', 'c++', 'clang++'],
};

/** The n8n of PROJECT_WORKSPACE_N8N, pinned in hosts/. */
export function release() {
	const name = `n8n-${major}`;
	const locked = join(root, 'hosts', name);
	if (!existsSync(locked)) {
		const detail = `PROJECT_WORKSPACE_N8N must be 1 or 2, not "${major}"`;
		throw new LaunchError('badOption', { detail });
	}
	/** @type {string} */
	const version = JSON.parse(readFileSync(join(locked, 'package.json'), 'utf8')).dependencies.n8n;
	return { name, locked, version };
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** The same for the same pinned versions, so that they are installed once. @param {string} locked */
const idOf = (locked) =>
	hashOf(
		FILES.map((name) => `${name}\0${hashOf(readFileSync(join(locked, name), 'utf8'))}\n`).join(''),
	).slice(0, 20);

/** Looks for a compiler before the download, which takes minutes. */
function needCompiler() {
	/** @param {string} command */
	const runs = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
	const missing = Object.entries(COMPILER).flatMap(([name, any]) => (any.some(runs) ? [] : [name]));
	if (missing.length > 0) throw new LaunchError('compilerMissing', { missing: missing.join(', ') });
}

/**
 * Installs n8n, once for each user and lock file, and returns its folder.
 *
 * @param {string} node the Node 24 binary
 */
export function host(node) {
	const { name, locked, version } = release();
	const what = `n8n ${version}`;
	const key = [name, process.platform, process.arch, idOf(locked)].join('-');
	return cached(key, async (folder) => {
		needCompiler();
		note('about 2,000 packages, 2 to 4 minutes, only the first time');
		await installLocked({ node, from: locked, folder, what });
		note('compiling its database module, about a minute, only the first time');
		const scripts = ['--ignore-scripts=false', '--foreground-scripts'];
		const args = ['rebuild', 'sqlite3', 'isolated-vm', ...scripts];
		const headers = dirname(dirname(node));
		const env = {
			// sqlite3 would download a binary from outside the npm registry; isolated-vm contains its own.
			npm_config_build_from_source: 'sqlite3',
			JOBS: 'max', // node-gyp's: all cores
			// So that the C++ headers are not downloaded either, if the package of Node contains them.
			...(existsSync(join(headers, 'include', 'node')) ? { npm_config_nodedir: headers } : {}),
		};
		await npm({ node, folder, what, args, env });
	});
}
