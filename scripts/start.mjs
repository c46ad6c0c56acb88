import { once } from 'node:events';
import { join } from 'node:path';
import { runCommand } from './launch/command.mjs';
import { help, readOptions } from './launch/options.mjs';
import { tool } from './launch/paths.mjs';
import { startProcess, stopping, untilDied } from './launch/processes.mjs';
import { elapsed, say } from './launch/progress.mjs';
import { start } from './launch/start.mjs';
import { summary } from './launch/summary.mjs';

/** Makes n8n reload the nodes when one of their files changes. */
const HOT_RELOAD = { N8N_DEV_RELOAD: 'true' };

/** @param {string} place where n8n loads the package from: every change is compiled straight into it */
function compileOnChange(place) {
	const tsc = tool('typescript', 'bin', 'tsc');
	const args = [tsc, '--watch', '--preserveWatchOutput', '--outDir', join(place, 'dist')];
	startProcess({ command: process.execPath, args, logName: 'watch', onLine: say });
}

/** `npm start`: n8n with the package and the sandbox, until Ctrl+C. */
await runCommand(async () => {
	const { help: isHelp, watch, ...options } = readOptions(process.argv.slice(2));
	if (isHelp) return say(help);
	const begun = Date.now();
	const started = await start({ ...options, more: watch ? HOT_RELOAD : {} });
	if (watch) compileOnChange(started.place);
	say(summary(started, elapsed(Date.now() - begun)));
	const { n8n, sandbox } = started;
	const stopped = once(stopping, 'abort');
	await Promise.race([stopped, untilDied(n8n.process), untilDied(sandbox.process)]);
});
