import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** How long n8n may take to end by itself. */
const GRACE_MS = 15_000;

/**
 * Loaded into n8n with `--import`: n8n ends when the launcher has ended, even if the launcher was killed, because its
 * standard input closes then.
 *
 * n8n's own threads and child processes load this too; it concerns the process that the launcher started and no other.
 */
const { stdin, ppid, env } = process;
if (isMainThread && `${ppid}` === env.PROJECT_WORKSPACE_LAUNCHER && stdin instanceof Socket) {
	stdin.once('close', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
	});
	stdin.resume();
	stdin.unref();
}
