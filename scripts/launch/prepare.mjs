import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { host, release } from './host.mjs';
import { node24 } from './node24.mjs';
import { npm } from './npm.mjs';
import { root } from './paths.mjs';
import { note, step } from './progress.mjs';

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

/** What every command needs: the checkout's dependencies, none of which is compiled, and Node 24. Returns its path. */
export async function prerequisites() {
	const node = await step('Node 24', node24);
	if (isInstalled()) return node;
	await step('Dependencies', async () => {
		note('half a minute to two minutes, only the first time');
		const args = ['ci', '--ignore-scripts', '--legacy-peer-deps'];
		await npm({ node: process.execPath, folder: root, what: "the package's own tools", args });
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
