import { join } from 'node:path';
import { root } from './paths.mjs';
import { startProcess } from './processes.mjs';
import { say } from './progress.mjs';

const TSC = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** What makes n8n load the nodes again when a file of theirs changes. */
export const hotReload = { N8N_DEV_RELOAD: 'true' };

/**
 * Compiles at every change of the sources, straight to where n8n loads the package from.
 *
 * @param {string} place
 */
export const compileOnChange = (place) =>
	startProcess({
		command: process.execPath,
		args: [TSC, '--watch', '--preserveWatchOutput', '--outDir', join(place, 'dist')],
		logName: 'watch',
		onLine: say,
	});
