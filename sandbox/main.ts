/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships; this is its command line */
import { parseArgs } from 'node:util';
import { startSandbox } from './start.ts';

const USAGE = `Usage: node sandbox/main.ts [--port N] [--data FILE] [--no-seed] [--json] [--parent-bound]

  --port N          port on 127.0.0.1 (default: any free port)
  --data FILE       database file (default: nothing is saved)
  --no-seed         start a new database without sample records
  --json            print the URLs, keys and signing secret as one line of JSON
  --parent-bound    stop when standard input closes

  SANDBOX_SIGNING_SECRET  secret for webhooks added from now on (default: each gets its own)
`;

function fail(message: string): never {
	process.stderr.write(`${message}\n`);
	process.exit(1);
}

function readOptions() {
	try {
		return parseArgs({
			options: {
				port: { type: 'string', default: '0' },
				data: { type: 'string', default: ':memory:' },
				'no-seed': { type: 'boolean', default: false },
				json: { type: 'boolean', default: false },
				'parent-bound': { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
			},
		}).values;
	} catch (error) {
		return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	}
}

function messageOf(error: unknown, port: number, file: string): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') return `Port ${port} is taken: choose another one with --port.`;
	if (code === 'EACCES') return `Port ${port} cannot be used: choose one from 1024 with --port.`;
	if (code === 'ERR_SQLITE_ERROR') {
		return `The database file ${file} cannot be used: ${String(error)}`;
	}
	return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}

const options = readOptions();
// Not an option, since other users of the machine can read command lines.
const signingSecret = process.env.SANDBOX_SIGNING_SECRET || undefined;
if (options.help) {
	process.stdout.write(USAGE);
	process.exit(0);
}
const port = Number(options.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
	fail(`--port must be a number from 0 to 65535, not ${options.port}.`);
}

const sandbox = await startSandbox({
	port,
	database: options.data,
	seed: !options['no-seed'],
	signingSecret,
}).catch((error: unknown) => fail(messageOf(error, port, options.data)));

const { origin, baseUrl, keys } = sandbox;
const settingsPage = `${origin}/settings`;
process.stdout.write(
	options.json
		? `${JSON.stringify({ origin, baseUrl, settingsPage, keys, signingSecret, pid: process.pid })}\n`
		: `Sandbox: API ${baseUrl} · account settings ${settingsPage} · key ${keys.pro}\n`,
);

function stop(): void {
	void sandbox.close().then(() => process.exit(0));
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
if (options['parent-bound']) {
	process.stdin.resume();
	process.stdin.once('close', stop);
	process.stdin.once('end', stop);
}
