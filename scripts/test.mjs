import { join } from 'node:path';
import { JEST, passes } from './launch/checks.mjs';
import { runCommand } from './launch/command.mjs';
import { root, tool } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { elapsed, say } from './launch/progress.mjs';

/** What ships is checked with the rest; its own configuration is that of `npm run build`. */
const checks = [
	{ name: 'Lint', args: [join(root, 'scripts', 'lint.mjs')] },
	{ name: 'Types', args: [tool('typescript', 'bin', 'tsc'), '--project', 'tsconfig.check.json'] },
	{ name: 'Tests', args: [JEST, ...process.argv.slice(2)], isLive: true },
];

/** `npm test`: lint, types, jest; what is given after `--` goes to jest. */
await runCommand(async () => {
	const begun = Date.now();
	const node = await prerequisites();
	const env = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	// Side by side, so that no core is idle while tests wait.
	const passed = await Promise.all(checks.map((check) => passes(node, { ...check, env })));
	const failed = checks.filter((_, at) => !passed[at]).map(({ name }) => name);
	const time = elapsed(Date.now() - begun);
	say(
		failed.length === 0
			? `All passed after ${time}.`
			: `Failed after ${time}: ${failed.join(', ')}.`,
	);
	return failed.length === 0 ? 0 : 1;
});
