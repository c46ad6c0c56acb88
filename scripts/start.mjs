import { runCommand } from './launch/command.mjs';
import { LaunchError } from './launch/messages.mjs';
import { help, readOptions } from './launch/options.mjs';
import { isEnding } from './launch/processes.mjs';
import { elapsed, say } from './launch/progress.mjs';
import { start } from './launch/start.mjs';
import { summary } from './launch/summary.mjs';
import { compileOnChange, hotReload } from './launch/watch.mjs';

/** @param {{ what: string, log: string, process: import('./launch/processes.mjs').Running }} server */
async function died({ what, log, process }) {
	const how = `stopped unexpectedly (${await process.ended})`;
	if (!isEnding()) throw new LaunchError('died', { what, how, log }, process.tail());
}

/** `npm start`: n8n with the package and the sandbox, until Ctrl+C. */
await runCommand(async (stopped) => {
	const { help: isHelp, watch, ...options } = readOptions(process.argv.slice(2));
	if (isHelp) return say(help);
	const begun = Date.now();
	const started = await start({ ...options, more: watch ? hotReload : {} });
	if (watch) compileOnChange(started.place);
	say(summary(started, elapsed(Date.now() - begun)));
	await Promise.race([stopped, died(started.n8n), died(started.sandbox)]);
});
