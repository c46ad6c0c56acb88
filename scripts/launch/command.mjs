import { stderr, stdout } from 'node:process';
import { LaunchError } from './messages.mjs';
import { endAll, killAll, stopping } from './processes.mjs';
import { say } from './progress.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** One Ctrl+C arrives twice: from the terminal, and from npm. */
const SAME_KEYSTROKE_MS = 1500;
const LOOK_FOR_NPM_MS = 2000;
const EXIT_INTERRUPTED = 130;

/**
 * Runs a command and exits, with a message if it fails. Everything that it started is stopped, also if it is
 * interrupted, or if its terminal or npm ends.
 *
 * @param {() => Promise<number | void>} work returns the exit code
 */
export async function runCommand(work) {
	let orderedAt = 0;
	const stop = () => {
		if (orderedAt === 0) {
			orderedAt = Date.now();
			say('\nStopping …');
			void endAll();
		} else if (Date.now() - orderedAt > SAME_KEYSTROKE_MS) {
			killAll();
			process.exit(EXIT_INTERRUPTED);
		}
	};
	for (const signal of SIGNALS) process.on(signal, stop);
	// A closed terminal must not prevent the steps below.
	for (const stream of [stdout, stderr]) stream.on('error', () => {});
	// If npm is killed, it forwards no signals, and this process gets another parent.
	const { ppid } = process;
	const look = () => ppid !== process.ppid && orderedAt === 0 && stop();
	if (process.env.npm_lifecycle_event) setInterval(look, LOOK_FOR_NPM_MS).unref();

	let code = 0;
	try {
		if (process.platform === 'win32') throw new LaunchError('windows');
		code = (await work()) ?? 0;
	} catch (error) {
		code = stopping.aborted ? EXIT_INTERRUPTED : 1;
		if (!stopping.aborted) report(error);
	}
	await endAll();
	if (orderedAt > 0) say('Stopped.');
	process.exit(code);
}

/** @param {unknown} error */
function report(error) {
	const { message: detail, stack } = error instanceof Error ? error : new Error(String(error));
	const known =
		error instanceof LaunchError ? error : new LaunchError('unforeseen', { detail }, stack);
	const excerpt = known.excerpt && `\n${known.excerpt.replace(/^/gm, '  | ')}\n`;
	stderr.write(`${excerpt}\n${known.message}\n${known.todo}\n\n`);
}
