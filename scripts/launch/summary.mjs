import { owner } from '../clients/n8n.mjs';
import { stateFolder } from './paths.mjs';
import { demos } from './provision.mjs';

/**
 * The URLs and the login, after everything has started.
 *
 * @param {Awaited<ReturnType<typeof import('./start.mjs').start>>} started
 * @param {string} took
 */
export function summary({ state, n8n, sandbox }, took) {
	const { settingsPage, baseUrl } = sandbox.ready;
	const width = Math.max(...demos().map(({ name }) => name.length));
	return [
		'',
		`Ready after ${took}.`,
		'',
		`  n8n        ${n8n.url}`,
		`  log in     ${owner.email}   password: ${state.ownerPassword}`,
		'',
		'  Open one of these and click "Execute workflow":',
		...demos().map(
			({ file, name }) => `    ${name.padEnd(width)}  ${n8n.url}/workflow/${state.demos?.[file]}`,
		),
		'',
		`  Sandbox    ${settingsPage}   API keys and webhooks (the credential in n8n already has the signing secret)`,
		`  API        ${baseUrl}`,
		'',
		`  Ctrl+C stops both. Data and logs: ${stateFolder}`,
		'',
	].join('\n');
}
