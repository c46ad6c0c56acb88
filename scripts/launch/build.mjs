import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { LaunchError } from './messages.mjs';
import { logFile, root } from './paths.mjs';
import { runTool } from './processes.mjs';

const SOURCES = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'tsconfig.json',
	'package-lock.json',
];
/** In the checkout and not in the state folder: dist belongs to the checkout, whichever state folder is in use. */
const STAMP = join(root, '.workspace', 'build.json');

/** What was built from what: dist counts too, since a build by hand or a half one may have changed it. */
const now = () =>
	JSON.stringify({ sources: fingerprint(root, SOURCES), dist: fingerprint(root, ['dist']) });

/** Whether dist already holds what the sources say. */
export function upToDate() {
	return (
		existsSync(join(root, 'dist')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now()
	);
}

/** Compiles the package into dist. */
export async function build() {
	const log = logFile('build');
	const { ok, tail } = await runTool({
		command: process.execPath,
		args: [join(root, 'node_modules', 'gulp', 'bin', 'gulp.js'), 'build'],
		cwd: root,
		log,
	});
	if (!ok) throw new LaunchError('buildFailed', { log }, tail);
	mkdirSync(dirname(STAMP), { recursive: true });
	writeFileSync(STAMP, now());
}
