import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a process may take to end by itself. */
const GRACE_MS = 20_000;
const LOOK_EVERY_MS = 250;

/**
 * Ends the processes of a launcher that was killed. It reads the ID of each from its standard input, `+123` when it
 * starts and `-123` when it has ended, until the launcher is gone and the input closes.
 */
/** @type {Set<number>} */
const running = new Set();
for await (const line of createInterface({ input: process.stdin })) {
	const pid = Math.abs(Number(line));
	if (line.startsWith('+')) running.add(pid);
	else running.delete(pid);
}

const deadline = Date.now() + GRACE_MS;
let left = [...running].filter((pid) => signal(pid, 'SIGTERM'));
while (left.length > 0 && Date.now() < deadline) {
	await pause(LOOK_EVERY_MS);
	left = left.filter((pid) => signal(pid, 0));
}
// With what it has started itself: each is the leader of a process group.
for (const pid of running) signal(-pid, 'SIGKILL');

/** Returns whether there is such a process. @param {number} pid @param {NodeJS.Signals | 0} name */
function signal(pid, name) {
	try {
		return process.kill(pid, name);
	} catch {
		return false;
	}
}
