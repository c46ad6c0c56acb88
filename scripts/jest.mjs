import { spawnSync } from 'node:child_process';
import { runCommand } from './launch/command.mjs';
import { installTools } from './launch/install.mjs';
import { environmentWith } from './launch/npm.mjs';
import { root, tool } from './launch/paths.mjs';

/** `npm run jest -- FILE`: jest alone on Node 24, in this terminal, so that its watch mode can be used. */
await runCommand(async () => {
	const node = await installTools();
	const args = [tool('jest', 'bin', 'jest.js'), ...process.argv.slice(2)];

	return (
		spawnSync(node, args, { cwd: root, env: environmentWith(node), stdio: 'inherit' }).status ?? 1
	);
});
