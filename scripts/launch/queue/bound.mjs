import { spawn } from 'node:child_process';
import { argv, stdin } from 'node:process';

/** PostgreSQL waits this long for its clients to disconnect, before it disconnects them. */
const PATIENCE_MS = 12_000;

/**
 * Runs one program that is not Node, and ends it when the launcher ends: its standard input closes then. Its only
 * argument is the program as JSON: see start.mjs.
 */
const { command, args, owner } = JSON.parse(argv[2] ?? '{}');
const child = spawn(command, args, { ...owner, stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', ({ message }) => {
	process.stderr.write(`${message}\n`);
	process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));

const end = () => {
	child.kill('SIGTERM');
	setTimeout(() => child.kill('SIGINT'), PATIENCE_MS);
};
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
	process.on(signal, end);
}
stdin.once('close', end).resume();
