import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until';
import { restOf, type Rest } from './n8n';
import { place } from './place';

export interface Launched {
	pid: number;
	output: () => string;
	/** Resolves when everything is ready, rejects if it ends before. */
	ready: Promise<void>;
	/** Resolves to the exit code. */
	ended: Promise<number | null>;
	kill: (signal: NodeJS.Signals) => void;
	n8nUrl: () => string;
	/** Of n8n's owner. */
	password: () => string;
	sandboxUrl: () => string;
}

/** `npm start` without npm, in its own state folder. */
export function launch(stateFolder: string, args: string[] = []): Launched {
	const child: ChildProcess = spawn(
		place.launcherNode,
		[join(place.root, 'scripts', 'start.mjs'), ...args],
		{
			cwd: place.root,
			env: { ...process.env, PROJECT_WORKSPACE_STATE: stateFolder },
			// As a service manager starts it.
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	let text = '';
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	const ready = new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding('utf8').on('data', (part: string) => {
				text += part;
				if (text.includes('Ctrl+C stops both')) resolve();
			});
		}
		void ended.then((code) => reject(new Error(`ended with ${code}:\n${text}`)));
	});
	// Some tests do not wait for it.
	ready.catch(() => {});
	const address = (label: string) =>
		new RegExp(`${label} +(http://[\\d.:]+)`).exec(text)?.[1] ?? '';
	return {
		pid: child.pid ?? 0,
		output: () => text,
		ready,
		ended,
		kill: (signal) => void child.kill(signal),
		n8nUrl: () => address('n8n'),
		password: () => /password: (\S+)/.exec(text)?.[1] ?? '',
		sandboxUrl: () => address('Sandbox'),
	};
}

/** All child processes of a process, and theirs, from Linux's process table. */
export function descendants(pid: number): number[] {
	const parents = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => {
			try {
				// The name of the command can contain spaces and brackets.
				const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
				return [{ child: Number(name), parent: Number(fields?.[1]) }];
			} catch {
				return []; // it has ended
			}
		});
	const below = (parent: number): number[] =>
		parents
			.filter((each) => each.parent === parent)
			.flatMap(({ child }) => [child, ...below(child)]);
	return below(pid);
}

export function isAlive(pid: number): boolean {
	try {
		// Z is a process that has ended and that its parent has not collected.
		return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}

/** Kills a process that a launcher started. */
export const killProcess = (pid: number) => process.kill(pid, 'SIGKILL');

export const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

/** The process among these that runs a given program. */
export function findProcess(pids: number[], program: string): number {
	const found = pids.find((pid) => commandLine(pid).includes(program));
	if (found === undefined) throw new Error(`no process runs ${program}`);
	return found;
}

const answers = (url: string) =>
	fetch(url, { signal: AbortSignal.timeout(1000) }).then(
		() => true,
		() => false,
	);

/** Resolves when all processes have ended and all ports are closed. */
export const allGone = async (pids: number[], urls: string[], withinMs: number) =>
	await until(
		async () => !pids.some(isAlive) && !(await Promise.all(urls.map(answers))).includes(true),
		'the end of everything',
		withinMs,
	);

/** An n8n in a state folder of its own, which a test can stop and start again. */
export function launchedN8n(name: string) {
	const folder = mkdtempSync(join(tmpdir(), `project-workspace-${name}-`));
	let current: Launched;
	let entered: Rest;
	const own = {
		rest: (async (...given) => await entered(...given)) as Rest,
		n8nUrl: () => current.n8nUrl(),
		sandboxUrl: () => current.sandboxUrl(),
		async start(): Promise<void> {
			current = launch(folder);
			await current.ready;
			const { rest, login } = restOf(current.n8nUrl(), current.password());
			await login();
			entered = rest;
		},
		async stop(): Promise<void> {
			current.kill('SIGTERM');
			await current.ended;
		},
		async close(): Promise<void> {
			await own.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	return own;
}

/** A port on which another server listens. */
export async function takenPort(): Promise<{ port: number; free: () => void }> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { port: (server.address() as AddressInfo).port, free: () => void server.close() };
}
