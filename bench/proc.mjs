import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux alone tells these of another process; elsewhere the figures stay out. */
const known = existsSync('/proc/self/stat');
const TICKS_PER_SECOND = known ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100;

/**
 * CPU time of a process and all its threads, in seconds.
 *
 * @param {number} pid
 */
export function cpuSeconds(pid) {
	if (!known) return NaN;
	// The name, in brackets, may hold spaces.
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} name memory now, and its peak
 */
export function memoryBytes(pid, name) {
	if (!known) return NaN;
	const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
		readFileSync(`/proc/${pid}/status`, 'utf8'),
	);
	return Number(found?.[1]) * 1024;
}

/**
 * Lets the peak start again from the present.
 *
 * @param {number} pid
 */
export function resetPeak(pid) {
	if (known) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
