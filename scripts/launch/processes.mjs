import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from './messages.mjs';
import { logFile, root } from './paths.mjs';
import { elapsed } from './progress.mjs';

/** How long a process may take to end by itself: n8n up to ten seconds, PostgreSQL twelve. */
const GRACE_MS = 20_000;
/** How long the last output of a process may take to arrive after its end. */
const DRAIN_MS = 1000;
const TAIL_LINES = 25;
const ASK_EVERY_MS = 250;

/**
 * @typedef {object} Start
 * @property {string} command
 * @property {string[]} args
 * @property {string} logName of the file that receives all output
 * @property {string} [what] its name for a person
 * @property {string} [cwd] the checkout if left out
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine] called with every line of output, which then passes through the launcher
 *
 * @typedef {ReturnType<typeof startProcess>} Running
 */

/** @type {Set<{ pid: number, end: () => Promise<void> }>} */
const running = new Set();
const ending = new AbortController();

/** Aborted when the command is being stopped: a step that fails after that is not reported. */
export const stopping = ending.signal;

/** @param {number} pid negative for a whole group @param {NodeJS.Signals} signal */
function tell(pid, signal) {
	try {
		process.kill(pid, signal);
	} catch {
		// It has already ended.
	}
}

/**
 * Starts a process that `endAll` ends. It has its own process group, so that Ctrl+C in the terminal only reaches the
 * launcher, which then ends everything in order. Its standard input is a pipe, which closes when the launcher ends.
 * Without `onLine`, its output goes directly into a file: with a broken pipe, n8n would loop instead of ending.
 *
 * @param {Start} start
 */
export function startProcess({ command, args, logName, what = command, cwd = root, env, onLine }) {
	if (stopping.aborted) throw new Error('Nothing is started any more: the command is stopping.');
	const log = logFile(logName);
	mkdirSync(dirname(log), { recursive: true });
	const file = openSync(log, 'a');
	const begun = statSync(log).size;
	const out = onLine ? 'pipe' : file;
	const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', out, out] });
	const pid = child.pid ?? 0;
	child.stdin?.on('error', () => {});
	for (const input of [child.stdout, child.stderr]) {
		if (!input) continue;
		createInterface({ input }).on('line', (line) => {
			try {
				writeSync(file, `${line}\n`);
			} catch {
				// A full disk must not end the launcher.
			}
			onLine?.(line);
		});
	}

	/** @type {Promise<string>} "exit code 1", "signal SIGKILL", or why it never started */
	const ended = new Promise((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => {
			// Its child processes are in its group.
			tell(-pid, 'SIGKILL');
			const how = signal ? `signal ${signal}` : `exit code ${code}`;
			child.once('close', () => resolve(how)); // after its last lines
			setTimeout(() => resolve(how), DRAIN_MS).unref();
		});
	});

	const self = {
		what,
		log,
		pid,
		ended,
		/** The last lines of its output. */
		tail() {
			const text = readFileSync(log).subarray(begun).toString().trimEnd();
			return text.split(/\r?\n/).slice(-TAIL_LINES).join('\n');
		},
		async end() {
			if (!pid || child.exitCode !== null || child.signalCode !== null) return;
			tell(pid, 'SIGTERM');
			child.stdin?.end();
			const limit = setTimeout(() => tell(-pid, 'SIGKILL'), GRACE_MS);
			await ended;
			clearTimeout(limit);
		},
	};
	running.add(self);
	void ended.then(() => running.delete(self));
	return self;
}

/** Fails when a server ends. @param {Running} server @returns {Promise<never>} */
export async function untilDied({ what, log, ended, tail }) {
	const how = `stopped unexpectedly (${await ended})`;
	throw new LaunchError('died', { what, how, log }, tail());
}

/**
 * Waits until a server is ready, ends, or takes too long.
 *
 * @param {Running} server
 * @param {() => boolean | Promise<boolean>} isReady
 * @param {number} limitMs
 */
export async function untilReady(server, isReady, limitMs) {
	const { what, log, tail } = server;
	const deadline = Date.now() + limitMs;
	const died = untilDied(server);
	while (!(await Promise.race([died, Promise.resolve(isReady()).catch(() => false)]))) {
		const how = `did not respond within ${elapsed(limitMs)}`;
		if (Date.now() > deadline) throw new LaunchError('died', { what, how, log }, tail());
		await pause(ASK_EVERY_MS);
	}
}

/** Ends everything that was started; nothing is started afterwards. */
export async function endAll() {
	ending.abort();
	await Promise.all([...running].map((each) => each.end()));
}

/** For the second Ctrl+C: no more waiting. */
export function killAll() {
	for (const { pid } of running) tell(-pid, 'SIGKILL');
}

/** Runs a tool to its end. @param {Start} start */
export async function runTool(start) {
	const tool = startProcess(start);
	const how = await tool.ended;
	return { ok: how === 'exit code 0', log: tool.log, excerpt: `${tool.tail()}\n${how}` };
}
