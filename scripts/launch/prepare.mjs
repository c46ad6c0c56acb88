import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './build.mjs';
import { host, release } from './host.mjs';
import { installLocked } from './install.mjs';
import { node24 } from './node24.mjs';
import { root } from './paths.mjs';
import { note, step } from './progress.mjs';

/**
 * Tens of thousands of files that nothing here loads: an SDK that n8n's CLI has for AI nodes, and n8n's storage in
 * clouds. n8n's lint does not allow `overrides`.
 */
const UNUSED = ['@n8n/ai-node-sdk', '@aws-sdk/client-s3', '@azure/identity', '@azure/storage-blob'];

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Whether node_modules has the versions of package.json. npm writes its own list there last, so an incomplete install
 * does not count.
 */
function isInstalled() {
	const list = 'node_modules/.package-lock.json';
	if (!existsSync(join(root, list))) return false;
	const { packages } = read(list);
	return Object.entries(read('package.json').devDependencies).every(
		([name, version]) => packages[`node_modules/${name}`]?.version === version,
	);
}

/** Installed elsewhere and moved, because the lock file of the checkout must not get addresses. */
async function installDependencies() {
	const folder = join(root, '.workspace', 'install');
	const installed = join(root, 'node_modules');
	const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
	await clear();
	await mkdir(folder, { recursive: true });
	try {
		const what = "the package's own tools";
		const args = ['--legacy-peer-deps'];
		await installLocked({ node: process.execPath, from: root, folder, what, unused: UNUSED, args });
		await rm(installed, { recursive: true, force: true, maxRetries: 3 });
		await rename(join(folder, 'node_modules'), installed);
	} finally {
		await clear();
	}
}

/** What every command needs: the checkout's dependencies, none of which is compiled, and Node 24. Returns its path. */
export async function prerequisites() {
	if (isInstalled()) return await step('Node 24', node24);
	// Side by side: one unpacks while the other downloads.
	const [node] = await step('Node 24 and dependencies', async () => {
		note('half a minute to two minutes, only the first time');
		return await Promise.all([node24(), installDependencies()]);
	});
	return node;
}

/** What every command needs that starts n8n: the built package and an installed n8n, too. */
export async function prepare() {
	const node = await prerequisites();
	await build();
	const hostFolder = await step(`n8n ${release().version}`, () => host(node));
	return { node, hostFolder };
}
