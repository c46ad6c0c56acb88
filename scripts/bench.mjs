import { leaveState } from './launch/temporary-state.mjs';
import { join } from 'node:path';
import { passes } from './launch/checks.mjs';
import { runCommand } from './launch/command.mjs';
import { root } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';

/** `npm run bench`: compares the package with n8n's HTTP Request node, in a real n8n against the sandbox, on Node 24. */
await runCommand(async () => {
	const node = await prerequisites();
	const args = [join(root, 'bench', 'main.mjs'), ...process.argv.slice(2)];
	const passed = await passes(node, { name: 'Benchmarks', args, isLive: true });
	await leaveState(!passed);
	return passed ? 0 : 1;
});
