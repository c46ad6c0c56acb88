import { join } from 'node:path';
import { runCommand } from './launch/command.mjs';
import { installTools } from './launch/install.mjs';
import { environmentWith } from './launch/npm.mjs';
import { root, tool } from './launch/paths.mjs';
import { runTool } from './launch/processes.mjs';
import { elapsed, say } from './launch/progress.mjs';

const JEST = tool('jest', 'bin', 'jest.js');

/** What is written to a log is shown if it fails; jest shows its progress. */
const checks = [
	{ what: 'Lint', args: [join(root, 'scripts', 'lint.mjs')], log: 'lint' },
	{
		what: 'Types',
		args: [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.check.json'],
		log: 'types',
	},
	{ what: 'Tests', args: [JEST, ...process.argv.slice(2)] },
];

/** `npm test`: lint, types, jest; what is given after `--` goes to jest. */
await runCommand(async () => {
	const begun = Date.now();
	const node = await installTools();

	// Side by side, so that no core is idle while tests wait.
	const results = await Promise.all(
		checks.map(async (check) => {
			const { isDone, text } = await runTool({
				...check,
				command: node,
				env: environmentWith(node),
			});
			if (!isDone && check.log) say(text);
			say(`${isDone ? '✔' : '✖'} ${check.what} (${elapsed(Date.now() - begun)})`);
			return isDone;
		}),
	);

	const isPassed = results.every(Boolean);
	say(`${isPassed ? 'All passed' : 'Failed'} after ${elapsed(Date.now() - begun)}.`);
	return isPassed ? 0 : 1;
});
