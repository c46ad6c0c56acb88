import { join } from 'node:path';
import { JEST, passes } from './launch/checks.mjs';
import { runCommand } from './launch/command.mjs';
import { root, tool } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { elapsed, say } from './launch/progress.mjs';

const tsc = tool('typescript', 'bin', 'tsc');
const lint = { name: 'Lint', args: [join(root, 'scripts', 'lint.mjs')] };
const types = { name: 'Types', args: [tsc, '--project', 'tsconfig.check.json'] };
const shipped = {
	name: 'Types of what ships',
	args: [tsc, '--project', 'tsconfig.json', '--noEmit'],
};

/** `npm test`: lint, types, jest; what is given after `--` goes to jest. */
await runCommand(async () => {
	const begun = Date.now();
	const node = await prerequisites();
	const env = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	// Lint and types both keep one core busy.
	const both = await Promise.all([
		passes(node, { ...lint, env }),
		passes(node, { ...types, env }).then((ok) => ok && passes(node, { ...shipped, env })),
	]);
	const args = [JEST, ...process.argv.slice(2)];
	const passed =
		!both.includes(false) && (await passes(node, { name: 'Tests', args, isLive: true, env }));
	say(`${passed ? 'All passed' : 'Failed'} after ${elapsed(Date.now() - begun)}.`);
	return passed ? 0 : 1;
});
