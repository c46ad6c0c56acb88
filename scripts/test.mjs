import { runCommand } from './launch/command.mjs';
import { installTools } from './launch/install.mjs';
import { environmentWith } from './launch/npm.mjs';
import { runTool } from './launch/processes.mjs';
import { elapsed, say } from './launch/progress.mjs';

/** What is written to a log is shown if it fails; jest shows its progress. */
const checks = [
	{ what: 'Lint', script: 'lint', log: 'lint' },
	{ what: 'Types', script: 'types', log: 'types' },
	{ what: 'Tests', script: 'jest' },
];

/** `npm test`: lint, types and jest; what is given after `--` goes to jest. */
await runCommand(async () => {
	const begun = Date.now();
	const node = await installTools();

	// Side by side, so that no core is idle while tests wait.
	const results = await Promise.all(
		checks.map(async ({ script, ...check }) => {
			const more = script === 'jest' ? process.argv.slice(2) : [];
			const { isDone, text } = await runTool({
				...check,
				command: 'npm',
				args: ['run', '--silent', script, '--', ...more],
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
