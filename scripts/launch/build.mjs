import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { LaunchError } from './messages.mjs';
import { n8nUserFolder, root, tool } from './paths.mjs';
import { runTool } from './processes.mjs';
import { step } from './progress.mjs';

/** What is compiled from what: dist counts too, since a build by hand or a half one may have changed it. */
const CONCERNED = [
	...['nodes', 'credentials', 'icons'],
	...['gulpfile.js', 'tsconfig.json', 'package-lock.json', 'dist'],
];
/** In the checkout and not in the state folder: dist belongs to the checkout, whichever state folder is in use. */
const STAMP = join(root, '.workspace', 'build.json');

/** Compiles the package into dist, unless dist is what the sources say. */
export async function build() {
	const now = () => fingerprint(root, CONCERNED);
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now()) return;
	await step('Building the package', async () => {
		const args = [tool('gulp', 'bin', 'gulp.js'), 'build'];
		const start = { command: process.execPath, args, logName: 'build' };
		const { ok, log, excerpt } = await runTool(start);
		if (!ok) throw new LaunchError('toolFailed', { what: 'Compiling the package', log }, excerpt);
		mkdirSync(dirname(STAMP), { recursive: true });
		writeFileSync(STAMP, now());
	});
}

/**
 * Puts the built package where an n8n looks for community nodes, and says where. A copy, because n8n resolves links to
 * the checkout, whose node_modules holds a second n8n-workflow.
 */
export function placePackage(userFolder = n8nUserFolder) {
	const place = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-project-workspace');
	rmSync(place, { recursive: true, force: true });
	for (const part of ['package.json', 'dist']) {
		cpSync(join(root, part), join(place, part), { recursive: true });
	}
	return place;
}
