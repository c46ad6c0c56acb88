import { relative } from 'node:path';
import { owner } from './n8n-api.mjs';
import { stateFolder } from './paths.mjs';

/**
 * The block that says where to click.
 *
 * @param {object} parts
 * @param {string} parts.n8nUrl
 * @param {{ settingsPage: string, baseUrl: string }} parts.sandbox
 * @param {Array<{ name: string, id: string }>} parts.demos
 * @param {string} parts.took
 * @param {string[]} parts.remarks
 */
export function summary({ n8nUrl, sandbox, demos, took, remarks }) {
	const state = relative(process.cwd(), stateFolder) || stateFolder;
	const tours = demos.map(({ name, id }) => [name, `${n8nUrl}/workflow/${id}`]);
	const width = Math.max(0, ...tours.map(([name = '']) => name.length));
	return [
		'',
		`Ready after ${took}.`,
		'',
		`  n8n        ${n8nUrl}`,
		`  log in     ${owner.email}   password: ${owner.password}`,
		'',
		...(tours.length > 0 ? ['  Open one of these and press "Execute workflow":'] : []),
		...tours.map(([name = '', url]) => `    ${name.padEnd(width)}  ${url}`),
		...(tours.length > 0 ? [''] : []),
		`  Sandbox    ${sandbox.settingsPage}   its API keys and webhooks (the credential in n8n has their signing secret)`,
		`  API        ${sandbox.baseUrl}`,
		'',
		...remarks.map((remark) => `  ${remark}`),
		`  Ctrl+C ends both. Data and logs: ${state.startsWith('..') ? stateFolder : state}`,
		'',
	].join('\n');
}
