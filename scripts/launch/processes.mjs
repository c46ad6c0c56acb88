import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LaunchError } from './error.mjs';
import { logFile, root } from './paths.mjs';
import { elapsed } from './progress.mjs';

/** How long a process may take to end by itself. */
const GRACE_MS = 20_000;
const TAIL_LINES = 25;
const ASK_EVERY_MS = 250;

/**
 * @typedef {object} Start
 * @property {string} what its name for a person
 * @property {string} command
 * @property {string[]} args
 * @property {string} [log] name of the log; without it, the output is shown
 * @property {string} [cwd] the checkout if left out
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {'SIGTERM' | 'SIGKILL'} [endBy] SIGKILL for tools: nothing has to be saved, and npm can ignore SIGTERM
 *
 * @typedef {object} Running
 * @property {string} what
 * @property {string} file the log, if there is one
 * @property {number} pid
 * @property {Promise<string>} ended "exit code 1", "signal SIGKILL", or why it did not start
 * @property {() => string} output what it has written to the log
 * @property {() => Promise<void>} end
 */

/** @type {Set<Running>} */
const running = new Set();
const ending = new AbortController();

/** Aborted when the command is being stopped: a step that fails after that is not reported. */
export const stopping = ending.signal;

const GUARD = fileURLToPath(new URL('guard.mjs', import.meta.url));
/** @type {import('node:child_process').ChildProcess | undefined} */
let guard;

/** Tells the guard, which ends what is still running if this process is killed. @param {string} change */
function tellGuard(change) {
	guard ??= spawn(process.execPath, [GUARD], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	guard.stdin?.write(`${change}\n`);
}

/**
 * Starts a process that `endAll` ends. It has a process group, with the processes that it starts itself, so that
 * Ctrl+C reaches the launcher alone, which ends everything in order.
 *
 * @param {Start} start
 * @returns {Running}
 */
export function startProcess({ what, command, args, log, cwd = root, endBy = 'SIGTERM', ...user }) {
	if (stopping.aborted) throw new Error('Nothing is started any more: the command is stopping.');

	const file = log === undefined ? '' : logFile(log);
	if (file) mkdirSync(dirname(file), { recursive: true });
	const output = file ? openSync(file, 'a') : 'inherit';
	const begun = file ? statSync(file).size : 0;
	const child = spawn(command, args, {
		...user,
		cwd,
		detached: true,
		stdio: ['ignore', output, output],
	});
	if (child.pid) tellGuard(`${endBy} ${child.pid}`);

	/** @type {Promise<string>} */
	const ended = new Promise((resolve) => {
		child.once('error', ({ message }) => resolve(message));
		child.once('exit', (code, signal) => {
			killGroup(child.pid);
			tellGuard(`ended ${child.pid}`);
			resolve(signal ? `signal ${signal}` : `exit code ${code}`);
		});
	});

	const self = {
		what,
		file,
		pid: child.pid ?? 0,
		ended,
		output: () => (file ? readFileSync(file).subarray(begun).toString().trimEnd() : ''),
		async end() {
			if (endBy === 'SIGKILL') killGroup(child.pid);
			else child.kill();
			const limit = setTimeout(() => killGroup(child.pid), GRACE_MS);
			await ended;
			clearTimeout(limit);
		},
	};
	running.add(self);
	void ended.then(() => running.delete(self));
	return self;
}

/** @param {number | undefined} pid */
function killGroup(pid) {
	try {
		if (pid) process.kill(-pid, 'SIGKILL');
	} catch {
		// All of it has ended.
	}
}

/** Ends everything that was started; nothing is started afterwards. */
export async function endAll() {
	ending.abort();
	await Promise.all([...running].map((each) => each.end()));
}

/** Fails when a server ends. @param {Running} server @returns {Promise<never>} */
export async function untilDied(server) {
	throw died(server, `stopped unexpectedly (${await server.ended})`);
}

/**
 * Waits until a server is ready, ends, or takes too long.
 *
 * @param {Running} server
 * @param {() => boolean | Promise<boolean>} isReady
 * @param {number} limitMs
 */
export async function untilReady(server, isReady, limitMs) {
	const deadline = Date.now() + limitMs;
	const ended = untilDied(server);
	const ask = async () => await isReady();

	while (!(await Promise.race([ended, ask().catch(() => false)]))) {
		if (Date.now() > deadline) throw died(server, `did not respond within ${elapsed(limitMs)}`);
		await pause(ASK_EVERY_MS);
	}
}

/** @param {Running} server @param {string} how */
function died({ what, file, output }, how) {
	const todo = `The end of its log is above, the whole log is in ${file}. \`npm start -- --reset\` starts over with fresh data.`;

	return new LaunchError(
		`${what} ${how}, so everything else was stopped too.`,
		todo,
		tail(output()),
	);
}

/** Runs a tool to its end. Returns whether it succeeded, and what it wrote at last. @param {Start} start */
export async function runTool(start) {
	const { ended, file, output } = startProcess({ ...start, endBy: 'SIGKILL' });
	const how = await ended;

	return { isDone: how === 'exit code 0', file, text: `${output()}\n${how}` };
}

/** Runs a tool that must succeed. @param {Start} start @param {string} [todo] if it does not */
export async function mustRun(start, todo = '') {
	const { isDone, file, text } = await runTool(start);
	if (isDone) return;

	const logs = `The end of its log is above, the whole log is in ${file}.`;
	throw new LaunchError(`${start.what} did not succeed.`, `${todo} ${logs}`.trim(), tail(text));
}

/** @param {string} text */
const tail = (text) => text.split(/\r?\n/).slice(-TAIL_LINES).join('\n');
