import { spawnSync } from 'node:child_process';
import { runCommand } from './launch/command.mjs';
import { environmentWith } from './launch/npm.mjs';
import { root } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { JEST } from './launch/checks.mjs';

/** `npm run jest -- FILE`: jest alone on Node 24, in this terminal, so that its watch mode can be used. */
await runCommand(async () => {
	const node = await prerequisites();
	const args = [JEST, ...process.argv.slice(2)];
	const env = environmentWith(node);
	return spawnSync(node, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
});
