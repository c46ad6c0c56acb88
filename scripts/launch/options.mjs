import { LaunchError } from './messages.mjs';

/**
 * @typedef {object} Options
 * @property {boolean} help
 * @property {boolean} reset
 * @property {number} [port]
 * @property {number} [sandboxPort]
 */

export const help = `npm start [-- options]

Installs what is missing, builds the package, and starts n8n with the package and the sandbox,
both on this machine only (127.0.0.1). Ctrl+C ends everything.

  --port N           n8n's port (otherwise 5678, or the one used last time, or a free one)
  --sandbox-port N   the sandbox's port (otherwise 5680, or the one used last time, or a free one)
  --reset            starts over: deletes n8n's data and the sandbox's data first
  --help             this text

  PROJECT_WORKSPACE_N8N     1 for n8n 1.123.81, with data of its own (otherwise 2: n8n 2.41.1)
  PROJECT_WORKSPACE_STATE   folder for the data of this checkout (otherwise .workspace)
  PROJECT_WORKSPACE_CACHE   folder for installed n8n releases, shared between checkouts
                            (otherwise ~/.cache/n8n-nodes-project-workspace)
`;

/**
 * @param {string} option
 * @param {string | undefined} text
 */
function portNumber(option, text) {
	const port = Number(text);
	if (text && /^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
	throw new LaunchError('badOption', {
		option: text ? `${option} ${text}` : option,
		hint: ': it takes a number from 1 to 65535',
	});
}

/**
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions(args) {
	/** @type {Options} */
	const options = { help: false, reset: false };
	const rest = args.flatMap((arg) => (/^--[\w-]+=/.test(arg) ? splitOnce(arg) : [arg]));
	for (let option = rest.shift(); option !== undefined; option = rest.shift()) {
		if (option === '--help' || option === '-h') options.help = true;
		else if (option === '--reset') options.reset = true;
		else if (option === '--port') options.port = portNumber(option, rest.shift());
		else if (option === '--sandbox-port') options.sandboxPort = portNumber(option, rest.shift());
		else throw new LaunchError('badOption', { option, hint: '' });
	}
	return options;
}

/** @param {string} arg `--name=value` */
function splitOnce(arg) {
	const at = arg.indexOf('=');
	return [arg.slice(0, at), arg.slice(at + 1)];
}
