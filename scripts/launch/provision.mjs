import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from '../clients/n8n.mjs';
import { root } from './paths.mjs';
import { writeState } from './state.mjs';

const DEMO_FOLDER = join(root, 'demo');
const TYPE = 'projectWorkspaceApi';
const NAME = 'Project Workspace (sandbox)';

/** The example workflows, in the order of their file names. */
export function demos() {
	const files = readdirSync(DEMO_FOLDER).filter((file) => file.endsWith('.json'));
	return files.sort().map((file) => {
		const text = readFileSync(join(DEMO_FOLDER, file), 'utf8');
		return { file, text, name: /** @type {string} */ (JSON.parse(text).name) };
	});
}

/**
 * Sets up n8n: the owner, the sandbox's credential, the demo workflows. Does nothing if it is all there from an
 * earlier start, and leaves alone what a person changed since: a demo is imported once.
 *
 * @param {import('./state.mjs').State} state
 * @param {string} url n8n's
 * @param {import('./sandbox.mjs').SandboxReady} sandbox
 */
export async function provision(state, url, { baseUrl, keys, signingSecret }) {
	const data = { apiKey: keys.pro, baseUrl, plan: 'pro', signingSecret };
	const wanted = JSON.stringify([data, state.ownerPassword, demos().map(({ text }) => text)]);
	const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 20);
	if (state.provisioned === hash) return;
	const api = new N8nApi(url, state.ownerPassword);
	await api.enter();
	const credential = { name: NAME, type: TYPE, data };
	const storing = 'storing the sandbox credential';
	const known = state.credentialId && `/credentials/${state.credentialId}`;
	// If it was deleted, it is created again.
	const updated = known && (await api.request(storing, 'PATCH', known, credential).catch(() => ''));
	state.credentialId = idOf(
		updated || (await api.request(storing, 'POST', '/credentials', credential)),
	);
	writeState(state);
	for (const { file, text } of demos()) {
		if (state.demos?.[file]) continue;
		const workflow = JSON.parse(text);
		for (const { credentials } of workflow.nodes) {
			if (credentials?.[TYPE]) credentials[TYPE] = { id: state.credentialId, name: NAME };
		}
		// n8n 1 requires `active`.
		const inactive = { ...workflow, active: false };
		const id = idOf(await api.request(`importing ${file}`, 'POST', '/workflows', inactive));
		state.demos = { ...state.demos, [file]: id };
		writeState(state);
	}
	state.provisioned = hash;
	writeState(state);
}

/** @param {unknown} answer */
const idOf = (answer) => /** @type {{ id: string }} */ (answer).id;
