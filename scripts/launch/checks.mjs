import { join } from 'node:path';
import { environmentWith } from './npm.mjs';
import { root } from './paths.mjs';
import { runTool } from './processes.mjs';
import { elapsed, say } from './progress.mjs';

/** @param {string[]} path below node_modules */
export const tool = (...path) => join(root, 'node_modules', ...path);
export const JEST = tool('jest', 'bin', 'jest.js');

/**
 * Runs a check and says how it went.
 *
 * @param {string} node the Node 24 binary
 * @param {object} check
 * @param {string} check.name
 * @param {string[]} check.args for that binary
 * @param {boolean} [check.isLive] its output is shown as it comes, otherwise only if it fails
 * @param {NodeJS.ProcessEnv} [check.env]
 * @returns {Promise<boolean>} whether it passed
 */
export async function passes(node, { name, args, isLive = false, env }) {
	const begun = Date.now();
	/** @type {string[]} */
	const output = [];
	const { ok } = await runTool({
		command: node,
		args,
		env: environmentWith(node, env),
		logName: 'test',
		onLine: isLive ? say : (line) => void output.push(line),
	});
	if (!ok) for (const line of output) say(line);
	say(`${ok ? '✔' : '✖'} ${name} (${elapsed(Date.now() - begun)})`);
	return ok;
}
