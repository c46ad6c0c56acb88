import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './messages.mjs';
import { N8nApi } from './n8n-api.mjs';
import { root } from './paths.mjs';
import { writeState } from './state.mjs';

/** @typedef {import('./state.mjs').State} State */
/** @typedef {import('./sandbox.mjs').SandboxReady} SandboxReady */

const DEMO_FOLDER = join(root, 'demo');
const CREDENTIAL_TYPE = 'projectWorkspaceApi';
const CREDENTIAL_NAME = 'Project Workspace (sandbox)';

/**
 * @typedef {object} Demo
 * @property {string} file
 * @property {string} name
 * @property {string} text
 */

/** @returns {Demo[]} */
export function demos() {
	if (!existsSync(DEMO_FOLDER)) return [];
	const files = readdirSync(DEMO_FOLDER).filter((file) => file.endsWith('.json'));
	return files.sort().map((file) => {
		const text = readFileSync(join(DEMO_FOLDER, file), 'utf8');
		return { file, text, name: JSON.parse(text).name };
	});
}

/** @param {SandboxReady} sandbox */
const credentialData = ({ baseUrl, keys, signingSecret }) => ({
	apiKey: keys.pro,
	baseUrl,
	plan: 'pro',
	...(signingSecret ? { signingSecret } : {}),
});

/**
 * @param {SandboxReady} sandbox
 */
function wantedNow(sandbox) {
	const wanted = JSON.stringify([credentialData(sandbox), demos().map(({ text }) => text)]);
	return createHash('sha256').update(wanted).digest('hex').slice(0, 20);
}

/**
 * Sets up n8n: the owner, the sandbox's credential, the demo workflows. Does nothing if it is all there from an
 * earlier start, and leaves alone what a person changed since: a demo is imported once.
 *
 * @param {{ state: State, url: string, sandbox: SandboxReady }} situation
 */
export async function provision({ state, url, sandbox }) {
	const wanted = wantedNow(sandbox);
	if (state.provisioned === wanted) return;
	const api = new N8nApi(url);
	await api.enter();
	state.credentialId = await putCredential(api, state.credentialId, credentialData(sandbox));
	writeState(state);
	for (const demo of demos()) {
		const known = state.demos ?? {};
		if (known[demo.file]) continue;
		state.demos = { ...known, [demo.file]: await importDemo(api, demo, state.credentialId) };
		writeState(state);
	}
	state.provisioned = wanted;
	writeState(state);
}

/**
 * @param {N8nApi} api
 * @param {string | undefined} id of the credential that an earlier start made
 * @param {Record<string, string>} data
 */
async function putCredential(api, id, data) {
	const credential = { name: CREDENTIAL_NAME, type: CREDENTIAL_TYPE, data };
	const step = 'storing the sandbox credential';
	if (id) {
		try {
			return idOf(await api.request(step, 'PATCH', `/credentials/${id}`, credential));
		} catch (error) {
			// Deleted by hand since: make it again.
			if (!(error instanceof LaunchError)) throw error;
		}
	}
	return idOf(await api.request(step, 'POST', '/credentials', credential));
}

/**
 * @param {N8nApi} api
 * @param {Demo} demo
 * @param {string} credentialId
 */
async function importDemo(api, demo, credentialId) {
	const workflow = JSON.parse(demo.text);
	for (const node of workflow.nodes) {
		if (node.credentials?.[CREDENTIAL_TYPE]) {
			node.credentials[CREDENTIAL_TYPE] = { id: credentialId, name: CREDENTIAL_NAME };
		}
	}
	// n8n 1 stores no workflow that does not say whether it is active.
	const inactive = { ...workflow, active: false };
	return idOf(await api.request(`importing ${demo.file}`, 'POST', '/workflows', inactive));
}

/** @param {unknown} answer */
const idOf = (answer) => /** @type {{ id: string }} */ (answer).id;
