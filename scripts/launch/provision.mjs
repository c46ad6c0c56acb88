import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from '../clients/n8n.mjs';
import { root } from './paths.mjs';
import { writeState } from './state.mjs';

const TYPE = 'projectWorkspaceApi';
const NAME = 'Project Workspace (sandbox)';

/** The templates that run with the sandbox alone. */
export const IMPORTED = ['1-first-steps.json', '5-invite-users-from-spreadsheet.json'];

/**
 * Sets up n8n: the owner, a credential for the sandbox, some templates. Each template is imported once, so that what a
 * person changed in it stays.
 *
 * @param {import('./state.mjs').State} state
 * @param {string} url n8n's
 * @param {import('./sandbox.mjs').SandboxReady} sandbox
 */
export async function provision(state, url, { baseUrl, keys }) {
	const api = new N8nApi(url, state.ownerPassword, state.ownerEmail);
	await api.enter();

	const { signingSecret } = state;
	const data = { apiKey: keys.pro, baseUrl, plan: 'pro', signingSecret };
	state.credentialId = await storeCredential(api, state.credentialId, {
		name: NAME,
		type: TYPE,
		data,
	});
	writeState(state);

	for (const file of IMPORTED) {
		if (state.workflows[file]) continue;

		const workflow = JSON.parse(readFileSync(join(root, 'templates', file), 'utf8'));
		for (const node of workflow.nodes) {
			const isOurs = node.type.startsWith('n8n-nodes-project-workspace.');
			if (isOurs) node.credentials = { [TYPE]: { id: state.credentialId, name: NAME } };
		}
		// n8n 1 requires `active`.
		state.workflows[file] = await api.create('/workflows', { ...workflow, active: false });
		writeState(state);
	}
}

/** @param {N8nApi} api @param {string | undefined} id of an earlier start @param {object} credential */
async function storeCredential(api, id, credential) {
	if (id) {
		const changed = await api
			.request('PATCH', `/credentials/${id}`, credential)
			.catch(() => undefined);
		if (changed) return id;
	}

	// There is none yet, or a person has deleted it.
	return await api.create('/credentials', credential);
}
