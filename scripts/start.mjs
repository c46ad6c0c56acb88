import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { owner } from './clients/n8n.mjs';
import { runCommand } from './launch/command.mjs';
import { LaunchError } from './launch/error.mjs';
import { buildOnChange, placeOf, userFolderOf } from './launch/n8n.mjs';
import { root, stateFolder } from './launch/paths.mjs';
import { stopping, untilDied } from './launch/processes.mjs';
import { elapsed, say } from './launch/progress.mjs';
import { IMPORTED } from './launch/provision.mjs';
import { SANDBOX_PORT } from './launch/sandbox.mjs';
import { start } from './launch/start.mjs';

const N8N_PORT = 5678;

const HELP = `npm start [-- options]

Installs what is missing, builds the package, and starts n8n with the package and the sandbox.
Both can only be reached from this machine (127.0.0.1). Ctrl+C stops everything.

  --watch            build on every change of the sources, and have n8n 2 reload the nodes (restart n8n 1)
  --reset            start over: delete the data of n8n and of the sandbox first
  --until-ready      stop as soon as both are ready, to see whether they start
  --help             show this help

  PROJECT_WORKSPACE_N8N     1 for n8n 1, which has its own data (default: 2)
  PROJECT_WORKSPACE_STATE   folder for the data of this checkout (default: .workspace)
  PROJECT_WORKSPACE_CACHE   folder for installed n8n releases, shared between checkouts
                            (default: ~/.cache/n8n-nodes-project-workspace)
`;

function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				watch: { type: 'boolean', default: false },
				reset: { type: 'boolean', default: false },
				'until-ready': { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
		return values;
	} catch (error) {
		const [message = ''] = error instanceof Error ? error.message.split('. ') : [];
		throw new LaunchError(message, '--help lists the options.');
	}
}

/** @param {Awaited<ReturnType<typeof start>>} started @param {number} ms */
function summary({ state, n8n, sandbox }, ms) {
	const workflows = IMPORTED.map((file) => {
		const { name } = JSON.parse(readFileSync(join(root, 'templates', file), 'utf8'));
		return `    ${n8n.url}/workflow/${state.workflows[file]}  ${name}`;
	});

	return `
Ready after ${elapsed(ms)}.

  n8n        ${n8n.url}
  log in     ${owner.email}   password: ${state.ownerPassword}

  Open one of these and click "Execute workflow":
${workflows.join('\n')}

  Sandbox    ${sandbox.ready.settingsPage}   API keys and webhooks (the credential in n8n already has the signing secret)
  API        ${sandbox.ready.baseUrl}

  Ctrl+C stops both. Data and logs: ${stateFolder()}
`;
}

/** `npm start`: n8n with the package and the sandbox, until Ctrl+C. */
await runCommand(async () => {
	const begun = Date.now();
	const { help, watch, reset, 'until-ready': isOver } = readOptions();
	if (help) return say(HELP);

	const started = await start({
		isReset: reset,
		ports: [N8N_PORT, SANDBOX_PORT],
		settings: watch ? { N8N_DEV_RELOAD: 'true' } : {},
	});
	if (watch) buildOnChange(placeOf(userFolderOf()));
	say(summary(started, Date.now() - begun));
	if (isOver) return;

	const { n8n, sandbox } = started;
	await Promise.race([once(stopping, 'abort'), untilDied(n8n.process), untilDied(sandbox.process)]);
});
