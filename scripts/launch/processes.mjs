import { spawn } from 'node:child_process';
import { eachLine, logTo } from './output.mjs';

const GRACE_MS = 10_000;
/** How long the last output of a process may take to arrive after its end. */
const DRAIN_MS = 1000;
/** A group per process on POSIX: a Ctrl+C in the terminal then reaches the launcher alone, which ends them in order. */
const ownGroup = process.platform !== 'win32';

/**
 * @typedef {object} Start
 * @property {string} command
 * @property {string[]} args
 * @property {string} log the file that receives all output
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine] called with every line of output, which then passes through the launcher
 * @property {boolean} [server] a server ends its own children when told; a tool's whole group is told
 * @property {number} [graceMs] how long it may take to end by itself before it is ended for it
 */

/**
 * @typedef {object} Running
 * @property {number} pid
 * @property {Promise<string>} ended resolves to how it ended: "exit code 1", "signal SIGKILL", or why it never started
 * @property {() => string} tail the last lines of its output
 * @property {() => Promise<void>} end
 */

/** @type {Set<Running>} */
const running = new Set();
let ending = false;

/** Whether an end was ordered; a step that fails after that failed because of it. */
export const isEnding = () => ending;

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalQuietly(pid, signal) {
	try {
		return process.kill(pid, signal);
	} catch {
		return false; // it is gone, which is what was wanted
	}
}

/**
 * Starts a process that this launcher answers for: `endAll` ends it.
 * Its standard input is a pipe, so that it can notice when the launcher dies.
 *
 * @param {Start} start
 * @returns {Running}
 */
export function startProcess({
	command,
	args,
	log,
	cwd,
	env,
	onLine,
	server = false,
	graceMs = GRACE_MS,
}) {
	if (ending) throw new Error('Nothing is started any more: an end was ordered.');
	const output = logTo(log);
	const out = onLine ? 'pipe' : output.descriptor;
	const child = spawn(command, args, {
		cwd,
		env: env ?? process.env,
		detached: ownGroup,
		stdio: ['pipe', out, out],
		windowsHide: true,
	});
	child.stdin?.on('error', () => {});
	for (const stream of [child.stdout, child.stderr]) {
		if (!stream) continue;
		eachLine(stream, (line) => {
			output.write(`${line}\n`);
			onLine?.(line);
		});
	}

	/** @type {Promise<string>} */
	const ended = new Promise((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => {
			// What a process leaves behind in its group belongs to it: end that too.
			if (ownGroup && child.pid !== undefined) signalQuietly(-child.pid, 'SIGKILL');
			const how = signal ? `signal ${signal}` : `exit code ${code}`;
			child.once('close', () => resolve(how)); // its last lines are still on their way
			setTimeout(() => resolve(how), DRAIN_MS).unref();
		});
	});

	/** @type {Running} */
	const self = {
		pid: child.pid ?? 0,
		ended,
		tail: output.tail,
		async end() {
			if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
			signalQuietly(ownGroup && !server ? -child.pid : child.pid, 'SIGTERM');
			child.stdin?.end();
			const pid = child.pid;
			const limit = setTimeout(() => signalQuietly(ownGroup ? -pid : pid, 'SIGKILL'), graceMs);
			await ended;
			clearTimeout(limit);
		},
	};
	running.add(self);
	void ended.then(() => {
		running.delete(self);
		output.close();
	});
	return self;
}

/** Ends everything that was started; nothing is started afterwards. */
export async function endAll() {
	ending = true;
	await Promise.all([...running].map((each) => each.end()));
}

/** For the second Ctrl+C: no more waiting. */
export function killAll() {
	for (const each of running) signalQuietly(ownGroup ? -each.pid : each.pid, 'SIGKILL');
}

/**
 * Runs a tool to its end.
 *
 * @param {Start} start
 * @returns {Promise<{ ok: boolean, how: string, tail: string }>}
 */
export async function runTool(start) {
	const tool = startProcess(start);
	const how = await tool.ended;
	return { ok: how === 'exit code 0', how, tail: tool.tail() };
}
