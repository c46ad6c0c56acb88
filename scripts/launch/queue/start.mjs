import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { LaunchError } from '../messages.mjs';
import { runTool, startProcess, untilReady } from '../processes.mjs';

const BOUND = fileURLToPath(new URL('./bound.mjs', import.meta.url));
const READY_WITHIN_MS = 60_000;

/**
 * What to run, and as which user if that is another one.
 *
 * @typedef {import('../processes.mjs').Start & { what: string, owner?: { uid: number, gid: number } }} Program
 */

/** @param {Program} program */
const bound = ({ what, logName, ...program }) => ({
	what,
	logName,
	command: execPath,
	args: [BOUND, JSON.stringify(program)],
});

/**
 * Starts a server and waits until its log says that it accepts connections: PostgreSQL and Redis use the same words.
 *
 * @param {Program} program
 */
export async function startServer(program) {
	let ready = false;
	const process = startProcess({
		...bound(program),
		onLine: (line) => {
			ready ||= /ready to accept connections/i.test(line);
		},
	});
	await untilReady(process, () => ready, READY_WITHIN_MS);
}

/** @param {Program} program */
export async function runProgram(program) {
	const { ok, log, excerpt } = await runTool(bound(program));
	if (!ok) throw new LaunchError('toolFailed', { what: program.what, log }, excerpt);
}
