import { stderr, stdout } from 'node:process';
import { LaunchError } from './error.mjs';
import { endAll, stopping } from './processes.mjs';
import { say } from './progress.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const LOOK_FOR_PARENT_MS = 2_000;
const EXIT_INTERRUPTED = 130;

/**
 * Runs a command and exits, with a message if it fails. Everything that it started is stopped, also if it is
 * interrupted, or if npm ends.
 *
 * @param {() => Promise<number | void>} work returns the exit code
 */
export async function runCommand(work) {
	let isInterrupted = false;
	const stop = () => {
		// One Ctrl+C arrives twice: from the terminal, and from npm.
		if (isInterrupted) return;
		isInterrupted = true;
		say('\nStopping …');
		void endAll();
	};

	for (const signal of SIGNALS) process.on(signal, stop);
	// A closed terminal must not prevent that everything is stopped.
	for (const stream of [stdout, stderr]) stream.on('error', () => {});
	// If npm is killed, it forwards no signal, and this process gets another parent.
	const { ppid } = process;
	const look = () => ppid !== process.ppid && stop();
	if (process.env.npm_lifecycle_event) setInterval(look, LOOK_FOR_PARENT_MS).unref();

	let code = 0;
	try {
		code = (await work()) ?? 0;
	} catch (error) {
		code = stopping.aborted ? EXIT_INTERRUPTED : 1;
		if (!stopping.aborted) report(error);
	}

	await endAll();
	if (isInterrupted) say('Stopped.');
	process.exit(code);
}

/** @param {unknown} error */
function report(error) {
	if (!(error instanceof LaunchError)) {
		stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n\n`);
		return;
	}

	const excerpt = error.excerpt && `\n${error.excerpt.replace(/^/gm, '  | ')}\n`;
	stderr.write(`${excerpt}\n${error.message}\n${error.todo}\n\n`);
}
