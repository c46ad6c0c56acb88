import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../scripts/load';
import { killProcess } from './launcher';
import { restOf, type Rest } from './n8n';

type Scripts = typeof import('../../scripts/launch/n8n.mjs') &
	typeof import('../../scripts/launch/host.mjs') &
	typeof import('../../scripts/launch/build.mjs') &
	typeof import('../../scripts/launch/ports.mjs') &
	typeof import('../../scripts/clients/n8n.mjs');

const { startN8n } = load<Scripts>('launch/n8n');
const { host } = load<Scripts>('launch/host');
const { placePackage } = load<Scripts>('launch/build');
const { freePort } = load<Scripts>('launch/ports');
const { newPassword } = load<Scripts>('clients/n8n');

/** An n8n with its own data, which a test can stop and kill while the shared one continues. */
export async function ownN8n(name: string, settings: Record<string, string> = {}) {
	const node = process.execPath;
	const hostFolder = await host(node);
	const folder = mkdtempSync(join(tmpdir(), 'project-workspace-own-'));
	// As in scripts/launch/paths.mjs.
	const userFolder = join(folder, 'n8n', 'node_modules');
	mkdirSync(userFolder, { recursive: true });
	placePackage(userFolder);
	const port = await freePort();
	const { rest, login } = restOf(`http://127.0.0.1:${port}`, newPassword());
	let running: Awaited<ReturnType<typeof startN8n>>['process'] | undefined;

	const own = {
		rest: rest as Rest,
		async start(): Promise<void> {
			const more = { N8N_LOG_FORMAT: 'json', ...settings };
			const common = { node, hostFolder, port, userFolder, encryptionKey: 'made-up' };
			const launch = async () => await startN8n({ ...common, logName: name, more });
			// After a kill, n8n can fail once over an execution that had just started: a service manager would start it again.
			running = (await launch().catch(launch)).process;
			await login();
		},
		async stop(): Promise<void> {
			await running?.end();
		},
		/** As if the machine lost power. */
		async kill(): Promise<void> {
			if (!running) return;
			killProcess(running.pid);
			await running.ended;
		},
		/** One of n8n's own modules. */
		load: (path: string): unknown =>
			process
				.getBuiltinModule('node:module')
				.createRequire(join(hostFolder, 'node_modules', 'n8n', 'package.json'))(path),
		/** The details of n8n's log entries with a message. */
		logged: (message: string) =>
			readFileSync(running?.log ?? '', 'utf8')
				.split('\n')
				.filter((line) => line.startsWith('{') && line.includes(message))
				.map((line) => (JSON.parse(line) as { metadata: Record<string, unknown> }).metadata),
		async close(): Promise<void> {
			await own.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	return own;
}
