import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPassword } from '../clients/n8n.mjs';
import { hold } from './lock.mjs';
import { LaunchError } from './messages.mjs';
import { ownStateFolder, stateFolder } from './paths.mjs';

const FILE = join(stateFolder, 'state.json');

/**
 * What one start tells the next.
 *
 * @typedef {object} State
 * @property {string} encryptionKey n8n's; without it stored credentials cannot be read again
 * @property {string} ownerPassword of n8n's owner
 * @property {string} signingSecret of the webhooks that are added in the sandbox; the credential in n8n has it, too
 * @property {number} [n8nPort]
 * @property {number} [sandboxPort]
 * @property {string} [provisioned] what was set up in n8n, as a hash; see provision.mjs
 * @property {string} [credentialId]
 * @property {Record<string, string>} [demos] file name → ID of the imported workflow
 */

/**
 * Makes sure that there is a state folder and that no other launcher works in it. Everything in the default folder is
 * the launcher's; a folder named from outside must be empty or known.
 */
export async function holdState() {
	mkdirSync(stateFolder, { recursive: true });
	const isKnown = stateFolder === ownStateFolder || existsSync(FILE);
	if (!isKnown && readdirSync(stateFolder).some((name) => name !== 'logs'))
		throw new LaunchError('foreignStateFolder', { folder: stateFolder });
	if (await hold(stateFolder)) return;
	const { n8nPort } = readState();
	const where = n8nPort ? ` at http://127.0.0.1:${n8nPort}` : '';
	throw new LaunchError('alreadyRunning', { where });
}

/** @returns {State} */
export function readState() {
	const known = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;
	if (known?.signingSecret && known.ownerPassword) return known;
	const state = {
		encryptionKey: randomBytes(24).toString('hex'),
		ownerPassword: newPassword(),
		signingSecret: `whsec_${randomBytes(24).toString('base64')}`,
		...known,
	};
	writeState(state);
	return state;
}

/** @param {State} state */
export function writeState(state) {
	// It contains a key, which other users of the machine must not read.
	writeFileSync(FILE, `${JSON.stringify(state, null, '\t')}\n`, { mode: 0o600 });
}

/** Deletes the data of earlier starts. */
export async function reset() {
	for (const name of readdirSync(stateFolder)) {
		rmSync(join(stateFolder, name), { recursive: true, force: true });
	}
}
