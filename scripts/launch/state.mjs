import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPassword } from '../clients/n8n.mjs';
import { LaunchError } from './error.mjs';
import { makePrivate, stateFolder } from './paths.mjs';

/**
 * What has to be the same at the next start.
 *
 * @typedef {object} State
 * @property {string} encryptionKey of n8n
 * @property {string} ownerPassword of n8n
 * @property {string} [ownerEmail] of an n8n that somebody else has started
 * @property {string} signingSecret of the webhooks that are added in the sandbox, and in the credential in n8n
 * @property {number} [n8nPort]
 * @property {number} [sandboxPort]
 * @property {string} [credentialId]
 * @property {Record<string, string>} workflows file name → ID of the imported workflow
 */

const file = () => join(stateFolder(), 'state.json');

/** @returns {State} */
export function readState() {
	makePrivate(stateFolder());
	if (existsSync(file())) return JSON.parse(readFileSync(file(), 'utf8'));

	const state = {
		encryptionKey: randomBytes(24).toString('hex'),
		ownerPassword: newPassword(),
		signingSecret: `whsec_${randomBytes(24).toString('base64')}`,
		workflows: {},
	};
	writeState(state);
	return state;
}

/** @param {State} state */
export function writeState(state) {
	// Other users of the machine must not read the key in it.
	writeFileSync(file(), `${JSON.stringify(state, null, '\t')}\n`, { mode: 0o600 });
}

/** Deletes the data of earlier starts. */
export function resetState() {
	for (const name of ['n8n', 'sandbox', 'logs', 'state.json']) {
		rmSync(join(stateFolder(), name), { recursive: true, force: true });
	}
}

/**
 * Makes sure that one command at a time uses the state folder. It listens on a socket, since the operating system closes
 * that however the process ends.
 */
export async function holdState() {
	const id = createHash('sha256').update(stateFolder()).digest('hex').slice(0, 16);
	// The path of a socket has to be short.
	const path = join(tmpdir(), `project-workspace-${id}.sock`);

	const other = createConnection(path);
	const isHeld = await once(other, 'connect').then(
		() => true,
		() => false,
	);
	other.destroy();
	if (isHeld) {
		const todo = 'Use that one, or stop it with Ctrl+C in its terminal first.';
		throw new LaunchError('This checkout is already running.', todo);
	}

	rmSync(path, { force: true });
	const server = createServer((socket) => socket.destroy()).listen(path);
	await once(server, 'listening');
	server.unref();
	process.once('exit', () => server.close());
}
