import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { until } from '../until';
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

/** `npm start` without npm, with its data in another folder. */
export function launch(stateFolder: string, args: string[] = []): Launched {
	const child = spawn(place.launcherNode, [join(place.root, 'scripts', 'start.mjs'), ...args], {
		cwd: place.root,
		env: { ...process.env, PROJECT_WORKSPACE_STATE: stateFolder },
		stdio: ['ignore', 'pipe', 'pipe'],
	});

	let text = '';
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	const ready = new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (part: string) => {
				text += part;
				if (text.includes('Ctrl+C stops both')) resolve();
			});
		}
		void ended.then((code) => reject(new Error(`ended with ${code}:\n${text}`)));
	});
	// Some tests do not wait for it.
	ready.catch(() => {});

	const urlAfter = (label: string) =>
		new RegExp(`${label} +(http://[\\d.:]+)`).exec(text)?.[1] ?? '';
	return {
		pid: child.pid ?? 0,
		output: () => text,
		ready,
		ended,
		kill: (signal) => void child.kill(signal),
		n8nUrl: () => urlAfter('n8n'),
		password: () => /password: (\S+)/.exec(text)?.[1] ?? '',
		sandboxUrl: () => urlAfter('Sandbox'),
	};
}

/** All child processes of a process, and theirs, from Linux's process table. */
export function descendants(pid: number): number[] {
	const children = readdirSync('/proc').filter((name) => statOf(name)?.parent === pid);

	return children.map(Number).flatMap((child) => [child, ...descendants(child)]);
}

const isAlive = (pid: number) => !['Z', undefined].includes(statOf(pid)?.state);

/** Undefined if the process has ended; Z if it has, and its parent has not noticed. */
function statOf(pid: number | string): { state: string; parent: number } | undefined {
	try {
		// The name of the command can contain spaces and brackets.
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
		const [state = '', parent] = text.split(' ');
		return { state, parent: Number(parent) };
	} catch {
		return undefined;
	}
}

export const commandLine = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

const responds = (url: string) =>
	fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
		() => true,
		() => false,
	);

/** Resolves when all processes have ended and all ports are closed. */
export async function allGone(pids: number[], urls: string[]): Promise<void> {
	const isGone = async () =>
		!pids.some(isAlive) && !(await Promise.all(urls.map(responds))).includes(true);

	await until(isGone, 'the end of everything', 30_000);
}
