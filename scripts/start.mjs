import { once } from 'node:events';
import { runCommand } from './launch/command.mjs';
import { LaunchError } from './launch/messages.mjs';
import { help, readOptions } from './launch/options.mjs';
import { stopping } from './launch/processes.mjs';
import { elapsed, say } from './launch/progress.mjs';
import { start } from './launch/start.mjs';
import { summary } from './launch/summary.mjs';
import { compileOnChange, hotReload } from './launch/watch.mjs';

/** @param {import('./launch/processes.mjs').Running} server */
async function died({ what, log, ended, tail }) {
	const how = `stopped unexpectedly (${await ended})`;
	throw new LaunchError('died', { what, how, log }, tail());
}

/** `npm start`: n8n with the package and the sandbox, until Ctrl+C. */
await runCommand(async () => {
	const { help: isHelp, watch, ...options } = readOptions(process.argv.slice(2));
	if (isHelp) return say(help);
	const begun = Date.now();
	const started = await start({ ...options, more: watch ? hotReload : {} });
	if (watch) compileOnChange(started.place);
	say(summary(started, elapsed(Date.now() - begun)));
	const stopped = once(stopping, 'abort');
	await Promise.race([stopped, died(started.n8n.process), died(started.sandbox.process)]);
});
