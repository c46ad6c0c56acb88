import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stateFolder } from '../scripts/launch/paths.mjs';

/** Only Linux shows these figures of another process; elsewhere they are not a number. */
const isKnown = existsSync('/proc/self/stat');
const TICKS_PER_SECOND = isKnown ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100;

/** CPU time of a process and all its threads, in seconds. @param {number} pid */
export function cpuSeconds(pid) {
	if (!isKnown) return NaN;
	// The name, in brackets, can contain spaces.
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** @param {number} pid @param {'VmRSS' | 'VmHWM'} name memory now, or its peak */
export function memoryBytes(pid, name) {
	if (!isKnown) return NaN;
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** Resets the peak to the present. @param {number} pid */
export function resetPeak(pid) {
	if (isKnown) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

const HEAP_FILE = join(stateFolder, 'heap');
/** Settings for an n8n that `liveBytes` can ask. */
export const HEAP_SETTINGS = {
	NODE_OPTIONS: `--import ${new URL('./heap.mjs', import.meta.url).href}`,
	BENCH_HEAP_FILE: HEAP_FILE,
};

/** The memory that an n8n still uses after garbage collection. @param {number} pid */
export async function liveBytes(pid) {
	rmSync(HEAP_FILE, { force: true });
	process.kill(pid, 'SIGUSR2');
	while (!existsSync(HEAP_FILE)) await pause(10);
	return Number(readFileSync(HEAP_FILE, 'utf8'));
}
