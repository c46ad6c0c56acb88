import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchError } from './messages.mjs';
import { ownStateFolder, stateFolder } from './paths.mjs';

const FILE = join(stateFolder, 'state.json');

/**
 * What one start tells the next.
 *
 * @typedef {object} State
 * @property {string} encryptionKey n8n's; without it stored credentials cannot be read again
 * @property {string} signingSecret of the webhooks that are added in the sandbox; the credential in n8n has it, too
 * @property {number} [n8nPort]
 * @property {number} [sandboxPort]
 * @property {string} [provisioned] what was set up in n8n, as a fingerprint; see provision.mjs
 * @property {string} [credentialId]
 * @property {Record<string, string>} [demos] file name → ID of the imported workflow
 */

/** Everything in the default folder is the launcher's; a folder named from outside must be empty or known. */
function needOwnFolder() {
	if (stateFolder === ownStateFolder || existsSync(FILE)) return;
	if (
		existsSync(stateFolder) &&
		readdirSync(stateFolder).some((name) => !/^logs$|\.sock$/.test(name))
	) {
		throw new LaunchError('foreignStateFolder', { folder: stateFolder });
	}
}

/** Makes sure that there is a state folder that can be written to and that nothing of someone else's is in it. */
export function prepareStateFolder() {
	needOwnFolder();
	try {
		mkdirSync(join(stateFolder, 'logs'), { recursive: true });
		writeFileSync(join(stateFolder, 'logs', 'start.log'), '');
	} catch {
		throw new LaunchError('cannotWrite', { folder: stateFolder });
	}
}

/** @returns {State} */
export function readState() {
	const known = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;
	if (known?.signingSecret) return known;
	const state = {
		encryptionKey: randomBytes(24).toString('hex'),
		signingSecret: `whsec_${randomBytes(24).toString('base64')}`,
		...known,
	};
	writeState(state);
	return state;
}

/** @param {State} state */
export function writeState(state) {
	// It holds a key; other users of the machine need not read it.
	writeFileSync(FILE, `${JSON.stringify(state, null, '\t')}\n`, { mode: 0o600 });
}

/** Deletes what earlier starts left, except the lock that this start holds. */
export async function reset() {
	for (const name of readdirSync(stateFolder)) {
		if (!name.endsWith('.sock'))
			await rm(join(stateFolder, name), { recursive: true, force: true });
	}
	prepareStateFolder();
}
