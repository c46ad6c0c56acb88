import { parseArgs } from 'node:util';
import { LaunchError } from './messages.mjs';

export const help = `npm start [-- options]

Installs what is missing, builds the package, and starts n8n with the package and the sandbox.
Both can only be reached from this machine (127.0.0.1). Ctrl+C stops everything.

  --port N           n8n's port (default: the one used last time, then 5678, then any free port)
  --sandbox-port N   the sandbox's port (default: the one used last time, then 5680, then any free port)
  --watch            compile on every change of the sources, and have n8n 2 reload the nodes (restart n8n 1)
  --reset            start over: delete the data of n8n and of the sandbox first
  --help             show this help

  PROJECT_WORKSPACE_N8N     1 for n8n 1, which has its own data (default: 2)
  PROJECT_WORKSPACE_STATE   folder for the data of this checkout (default: .workspace)
  PROJECT_WORKSPACE_CACHE   folder for installed n8n releases, shared between checkouts
                            (default: ~/.cache/n8n-nodes-project-workspace)
`;

/** @param {string} option @param {string | undefined} text */
function portNumber(option, text) {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
	throw new Error(`${option} must be a number from 1 to 65535, not "${text}"`);
}

/** @param {string[]} args */
export function readOptions(args) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: 'string' },
				'sandbox-port': { type: 'string' },
				watch: { type: 'boolean', default: false },
				reset: { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
		const { watch, reset, help } = values;
		const port = portNumber('--port', values.port);
		const sandboxPort = portNumber('--sandbox-port', values['sandbox-port']);
		return { watch, reset, help, port, sandboxPort };
	} catch (error) {
		// Only the first sentence of Node's message is about the option.
		const [detail = ''] = error instanceof Error ? error.message.split('. ') : [];
		throw new LaunchError('badOption', { detail });
	}
}
