import { join } from 'node:path';
import { runChecks } from './launch/checks.mjs';
import { runCommand } from './launch/command.mjs';
import { environmentWith } from './launch/npm.mjs';
import { logFile, root } from './launch/paths.mjs';
import { prerequisites } from './launch/prerequisites.mjs';
import { elapsed, say } from './launch/progress.mjs';
import { prepareStateFolder } from './launch/state.mjs';

/** @param {string[]} path below node_modules */
const tool = (...path) => join(root, 'node_modules', ...path);

const tsc = tool('typescript', 'bin', 'tsc');
const lint = { name: 'Lint', args: [tool('@n8n', 'node-cli', 'bin', 'n8n-node.mjs'), 'lint'] };
const types = [
	{ name: 'Types', args: [tsc, '--project', 'tsconfig.check.json'] },
	{ name: 'Types of what ships', args: [tsc, '--project', 'tsconfig.json', '--noEmit'] },
];
/** @param {string[]} more */
const jest = (more) => ({
	name: 'Tests',
	args: [tool('jest', 'bin', 'jest.js'), ...more],
	live: true,
});

/** `npm test`: lint, types, jest; what is given after `--` goes to jest. */
await runCommand(async () => {
	const begun = Date.now();
	prepareStateFolder();
	const node = await prerequisites();
	const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	const setting = { node, env: environmentWith(node, colour), log: logFile('test') };

	// Lint and types both keep one core busy; the first failure is shown and the other lane stops after its check.
	let failed = false;
	/** @param {import('./launch/checks.mjs').Check[]} checks */
	const lane = async (checks) => {
		const ok = await runChecks(checks, setting, () => !failed);
		failed ||= !ok;
	};
	await Promise.all([lane([lint]), lane(types)]);
	if (!failed) await lane([jest(process.argv.slice(2))]);
	say(`${failed ? 'Failed' : 'All passed'} after ${elapsed(Date.now() - begun)}.`);
	return failed ? 1 : 0;
});
