import { root } from './paths.mjs';
import { runTool } from './processes.mjs';
import { elapsed, say } from './progress.mjs';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} args for the Node binary
 * @property {boolean} [live] its output is shown as it comes
 */

/**
 * Runs checks one after the other until one fails.
 *
 * @param {Check[]} checks
 * @param {{ node: string, env: NodeJS.ProcessEnv, log: string }} setting
 * @param {() => boolean} goOn asked before each check
 * @returns {Promise<boolean>}
 */
export async function runChecks(checks, setting, goOn = () => true) {
	for (const { name, args, live = false } of checks) {
		if (!goOn()) return false;
		const begun = Date.now();
		/** @type {string[]} */
		const output = [];
		const { ok } = await runTool({
			command: setting.node,
			args,
			cwd: root,
			env: setting.env,
			log: setting.log,
			onLine: live ? say : (line) => void output.push(line),
		});
		if (!goOn()) return false;
		if (!ok) say(output.join('\n'));
		say(`${ok ? '✔' : '✖'} ${name} (${elapsed(Date.now() - begun)})`);
		if (!ok) return false;
	}
	return true;
}
