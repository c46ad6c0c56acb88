import { join } from 'node:path';
import { N8nApi } from '../scripts/clients/n8n.mjs';
import { placePackage } from '../scripts/launch/build.mjs';
import { startN8n } from '../scripts/launch/n8n.mjs';
import { stateFolder } from '../scripts/launch/paths.mjs';
import { freePort } from '../scripts/launch/ports.mjs';

/** @typedef {{ api: N8nApi, pid: number, end: () => Promise<void> }} Host */

/**
 * Starts an n8n with data of its own.
 *
 * @param {object} choice
 * @param {string} choice.node the Node 24 binary
 * @param {string} choice.hostFolder
 * @param {string} choice.name of its folder and its log
 * @param {Record<string, string>} [choice.settings] of n8n, besides the usual ones
 * @returns {Promise<Host>}
 */
export async function startHost({ node, hostFolder, name, settings }) {
	const userFolder = join(stateFolder, name);
	placePackage(userFolder);
	const n8n = await startN8n({
		node,
		hostFolder,
		logName: name,
		userFolder,
		port: await freePort(),
		encryptionKey: 'made-up-encryption-key',
		more: settings,
	});
	const api = new N8nApi(n8n.url);
	await api.enter();
	return { api, pid: n8n.process.pid, end: n8n.process.end };
}
