import { isMainThread } from 'node:worker_threads';

const GRACE_MS = 15_000;

/**
 * Loaded into a process with `--import`: the process ends when its launcher has ended, even if that was killed, because
 * its standard input closes then. Its own threads and child processes load this too, but it does not concern them.
 */
const { env, ppid, stdin } = process;
if (isMainThread && `${ppid}` === env.PROJECT_WORKSPACE_LAUNCHER) {
	stdin.once('close', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
	});
	stdin.resume();
	// The standard input of a process that was started as here is a socket.
	/** @type {import('node:net').Socket} */ (/** @type {unknown} */ (stdin)).unref();
}
