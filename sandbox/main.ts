import { parseArgs } from 'node:util';
import { startSandbox } from './server.ts';

/** See README.md. */
const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		data: { type: 'string' },
		json: { type: 'boolean', default: false },
	},
});

const sandbox = await startSandbox({
	port: Number(values.port),
	file: values.data,
	// Not an option, since other users of the machine can read command lines.
	signingSecret: process.env.SANDBOX_SIGNING_SECRET,
}).catch((error: unknown) => {
	process.stderr.write(`The sandbox could not start: ${String(error)}\n`);
	process.exit(1);
});

const { origin, baseUrl, keys } = sandbox;
const settingsPage = `${origin}/settings`;
process.stdout.write(
	values.json
		? `${JSON.stringify({ origin, baseUrl, settingsPage, keys })}\n`
		: `Sandbox: API ${baseUrl} · account settings ${settingsPage} · key ${keys.pro}\n`,
);

const stop = () => void sandbox.close().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
