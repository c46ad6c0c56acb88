import { environmentWith } from './npm.mjs';
import { tool } from './paths.mjs';
import { runTool } from './processes.mjs';
import { elapsed, say } from './progress.mjs';

export const JEST = tool('jest', 'bin', 'jest.js');

/**
 * Runs a check on Node 24 and returns whether it passed. The output of a live check is shown immediately, that of any
 * other check only if it fails.
 *
 * @param {string} node
 * @param {{ name: string, args: string[], isLive?: boolean, env?: NodeJS.ProcessEnv }} check
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
