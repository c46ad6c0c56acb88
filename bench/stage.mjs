import { join } from 'node:path';
import { build, upToDate } from '../scripts/launch/build.mjs';
import { host } from '../scripts/launch/host.mjs';
import { stateFolder } from '../scripts/launch/paths.mjs';
import { choosePort } from '../scripts/launch/ports.mjs';
import { prerequisites } from '../scripts/launch/prerequisites.mjs';
import { step } from '../scripts/launch/progress.mjs';
import { release } from '../scripts/launch/release.mjs';
import { startSandbox } from '../scripts/launch/sandbox.mjs';
import { prepareStateFolder } from '../scripts/launch/state.mjs';
import { openMarks } from './marks.mjs';
import { startHost } from './n8n-host.mjs';
import { sandboxControl } from './sandbox-control.mjs';

/**
 * Everything that a measurement needs.
 *
 * @typedef {object} Stage
 * @property {string} baseUrl the sandbox's API
 * @property {import('./sandbox-control.mjs').SandboxControl} sandbox
 * @property {import('./marks.mjs').Marks} marks
 * @property {import('./n8n-host.mjs').Host} n8n
 * @property {() => Promise<import('./n8n-host.mjs').Host>} second another n8n process, started when first asked for
 * @property {(settings?: Record<string, string>) => Promise<import('./n8n-host.mjs').Host>} fresh one more that has done nothing yet, to be ended by the caller
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Stage>} */
export async function openStage() {
	prepareStateFolder();
	const node = await prerequisites();
	if (!upToDate()) await step('Building the package', build);
	const hostFolder = await step(`n8n ${release().version}`, (note) => host(node, note));
	const sandbox = await step('Starting the sandbox', async () =>
		startSandbox({ node, port: await choosePort({ what: 'the sandbox' }) }),
	);
	/** @param {string} name @param {Record<string, string>} [settings] */
	const start = (name, settings) =>
		step(`Starting n8n (${name})`, () =>
			startHost({ node, hostFolder, folder: join(stateFolder, name), settings }),
		);
	const n8n = await start('first');
	const marks = await openMarks();
	/** @type {ReturnType<typeof start> | undefined} */
	let other;
	let made = 0;
	return {
		baseUrl: sandbox.ready.baseUrl,
		sandbox: sandboxControl(new URL(sandbox.ready.baseUrl).origin),
		marks,
		n8n,
		second: () => (other ??= start('second')),
		fresh: (settings) => start(`fresh-${++made}`, settings),
		close: marks.close,
	};
}
