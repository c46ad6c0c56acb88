import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { LaunchError } from '../messages.mjs';
import { logFile } from '../paths.mjs';
import { runTool, startProcess } from '../processes.mjs';
import { untilReady } from '../ready.mjs';

const BOUND = fileURLToPath(new URL('./bound.mjs', import.meta.url));
const READY_WITHIN_MS = 60_000;
/** bound.mjs itself asks twice. */
const GRACE_MS = 20_000;

/**
 * @typedef {object} Program
 * @property {string} what its name for a person
 * @property {string} name of its log
 * @property {string} command
 * @property {string[]} args
 * @property {{ uid: number, gid: number }} [owner] the user it runs as, if it is another one
 */

/** @param {Program} program */
const bound = ({ name, command, args, owner }) => ({
	command: execPath,
	args: [BOUND, JSON.stringify({ command, args, owner })],
	log: logFile(name),
	server: true,
	graceMs: GRACE_MS,
});

/**
 * Starts a server and waits until it says that it accepts connections; PostgreSQL and Redis say it in the same words.
 *
 * @param {Program} program
 */
export async function startServer(program) {
	let ready = false;
	const start = bound(program);
	const process = startProcess({
		...start,
		onLine: (line) => {
			ready ||= /ready to accept connections/i.test(line);
		},
	});
	await untilReady({ ...program, ...start, process }, () => ready, READY_WITHIN_MS);
}

/** @param {Program} program */
export async function runProgram(program) {
	const start = bound(program);
	const { ok, how, tail } = await runTool(start);
	const { what } = program;
	if (!ok) throw new LaunchError('toolFailed', { what, log: start.log }, `${tail}\n${how}`);
}
