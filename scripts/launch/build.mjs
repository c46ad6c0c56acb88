import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LaunchError } from './messages.mjs';
import { n8nUserFolder, root, tool } from './paths.mjs';
import { runTool } from './processes.mjs';
import { step } from './progress.mjs';

/** What is compiled, and dist itself, which may have been compiled manually or only in part. */
const CONCERNED = [
	...['nodes', 'credentials', 'icons'],
	...['gulpfile.js', 'tsconfig.json', 'package-lock.json', 'dist'],
];
/** In the checkout and not in the state folder: dist belongs to the checkout, whichever state folder is in use. */
const STAMP = join(root, '.workspace', 'build.json');

/** Compiles the package into dist, unless nothing has changed since. */
export async function build() {
	if (existsSync(STAMP) && !CONCERNED.some((part) => isNewer(join(root, part), STAMP))) return;
	await step('Building the package', async () => {
		const args = [tool('gulp', 'bin', 'gulp.js'), 'build'];
		const start = { command: process.execPath, args, logName: 'build' };
		const { ok, log, excerpt } = await runTool(start);
		if (!ok) throw new LaunchError('toolFailed', { what: 'Compiling the package', log }, excerpt);
		mkdirSync(dirname(STAMP), { recursive: true });
		writeFileSync(STAMP, '');
	});
}

/**
 * Whether a file, or anything in a folder, has changed since a stamp was written. Folders count, since deleting a file
 * changes its folder.
 *
 * @param {string} path
 * @param {string} stamp
 * @returns {boolean}
 */
export function isNewer(path, stamp) {
	if (!existsSync(path) || statSync(path).mtimeMs > statSync(stamp).mtimeMs) return true;
	if (!statSync(path).isDirectory()) return false;
	return readdirSync(path).some((name) => isNewer(join(path, name), stamp));
}

/**
 * Copies the built package to where n8n looks for community nodes, and returns the folder. n8n would follow a link to
 * the checkout, whose node_modules contains a second n8n-workflow.
 */
export function placePackage(userFolder = n8nUserFolder) {
	const place = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-project-workspace');
	rmSync(place, { recursive: true, force: true });
	for (const part of ['package.json', 'dist']) {
		cpSync(join(root, part), join(place, part), { recursive: true });
	}
	return place;
}
