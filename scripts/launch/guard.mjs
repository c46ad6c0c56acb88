import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a process may take to end by itself. */
const GRACE_MS = 20_000;
const LOOK_EVERY_MS = 250;

/**
 * Ends the processes of a launcher that was killed. It reads one line for each from its standard input, such as
 * `SIGTERM 123` when it starts and `ended 123`, until the launcher is gone and the input closes.
 */
/** @type {Map<number, string>} */
const running = new Map();
for await (const line of createInterface({ input: process.stdin })) {
	const [change = '', pid] = line.split(' ');
	if (change === 'ended') running.delete(Number(pid));
	else running.set(Number(pid), change);
}

const deadline = Date.now() + GRACE_MS;
let left = [...running].filter(([, how]) => how === 'SIGTERM').map(([pid]) => pid);
// Each is the leader of a process group, with what it has started itself.
for (const pid of running.keys()) if (!left.includes(pid)) signal(-pid, 'SIGKILL');
for (const pid of left) signal(pid, 'SIGTERM');
while (left.length > 0 && Date.now() < deadline) {
	await pause(LOOK_EVERY_MS);
	left = left.filter((pid) => signal(pid, 0));
}
for (const pid of running.keys()) signal(-pid, 'SIGKILL');

/** Returns whether there is such a process. @param {number} pid @param {NodeJS.Signals | 0} name */
function signal(pid, name) {
	try {
		return process.kill(pid, name);
	} catch {
		return false;
	}
}
