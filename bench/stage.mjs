import { sandboxControl } from '../scripts/clients/sandbox.mjs';
import { freePort } from '../scripts/launch/ports.mjs';
import { prepare } from '../scripts/launch/prepare.mjs';
import { step } from '../scripts/launch/progress.mjs';
import { startSandbox } from '../scripts/launch/sandbox.mjs';
import { readState } from '../scripts/launch/state.mjs';
import { openMarks } from './marks.mjs';
import { startHost } from './n8n-host.mjs';

/**
 * Everything that a measurement needs.
 *
 * @typedef {object} Stage
 * @property {string} baseUrl the sandbox's API
 * @property {import('../scripts/clients/sandbox.mjs').SandboxControl} sandbox
 * @property {import('./marks.mjs').Marks} marks
 * @property {import('./n8n-host.mjs').Host} n8n
 * @property {(settings?: Record<string, string>) => Promise<import('./n8n-host.mjs').Host>} fresh another n8n, which the
 *   caller ends
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Stage>} */
export async function openStage() {
	const tools = await prepare();
	const { signingSecret } = readState();
	const { ready } = await step('Starting the sandbox', async () =>
		startSandbox({ node: tools.node, port: await freePort(), signingSecret }),
	);
	/** @param {string} name @param {Record<string, string>} [settings] */
	const start = (name, settings) =>
		step(`Starting n8n (${name})`, () => startHost({ ...tools, name, settings }));
	const n8n = await start('first');
	const marks = await openMarks();
	let made = 0;
	return {
		baseUrl: ready.baseUrl,
		sandbox: sandboxControl(ready.origin),
		marks,
		n8n,
		fresh: (settings) => start(`fresh-${++made}`, settings),
		close: marks.close,
	};
}
