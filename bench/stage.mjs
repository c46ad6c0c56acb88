import { join } from 'node:path';
import { N8nApi, newPassword } from '../scripts/clients/n8n.mjs';
import { sandboxControl } from '../scripts/clients/sandbox.mjs';
import { placePackage } from '../scripts/launch/build.mjs';
import { startN8n } from '../scripts/launch/n8n.mjs';
import { stateFolder } from '../scripts/launch/paths.mjs';
import { freePort } from '../scripts/launch/ports.mjs';
import { prepare } from '../scripts/launch/prepare.mjs';
import { step } from '../scripts/launch/progress.mjs';
import { startSandbox } from '../scripts/launch/sandbox.mjs';
import { readState } from '../scripts/launch/state.mjs';
import { openMarks } from './marks.mjs';

/**
 * @typedef {Awaited<ReturnType<typeof openStage>>} Stage
 * @typedef {{ api: N8nApi, pid: number, end: () => Promise<void> }} Host an n8n with its own data
 */

/** The sandbox, an n8n, and the server that the measured workflows call. */
export async function openStage() {
	const tools = await prepare();
	const { encryptionKey, signingSecret } = readState();
	const { ready } = await step('Starting the sandbox', async () =>
		startSandbox({ node: tools.node, port: await freePort(), signingSecret }),
	);
	let started = 0;
	/** @param {Record<string, string>} [settings] of n8n, besides the usual ones @returns {Promise<Host>} */
	const start = async (settings) => {
		const name = `n8n-${++started}`;
		const userFolder = join(stateFolder, name);
		placePackage(userFolder);
		const port = await freePort();
		const choice = { ...tools, logName: name, userFolder, port, encryptionKey, more: settings };
		const { url, process } = await step(`Starting ${name}`, () => startN8n(choice));
		const api = new N8nApi(url, newPassword());
		await api.enter();
		return { api, pid: process.pid, end: process.end };
	};
	const n8n = await start();
	const marks = await openMarks();
	const sandbox = sandboxControl(ready.origin);
	const { baseUrl } = ready;
	return {
		baseUrl,
		sandbox,
		marks,
		n8n,
		/** Another n8n, which the caller ends. */
		fresh: start,
		/**
		 * A new API key as a credential of each n8n: its rate limit is unused, and no node has learned anything about it.
		 *
		 * @param {Host[]} [hosts]
		 */
		async credentials(hosts = [n8n]) {
			const name = 'Bench';
			const data = { apiKey: await sandbox.key(), baseUrl, plan: 'enterprise' };
			const body = { name, type: 'projectWorkspaceApi', data };
			return await Promise.all(
				hosts.map(async ({ api }) => {
					const answer = await api.request('bench', 'POST', '/credentials', body);
					const { id } = /** @type {{ id: string }} */ (answer);
					return { credential: { id, name }, baseUrl };
				}),
			);
		},
		close: marks.close,
	};
}
