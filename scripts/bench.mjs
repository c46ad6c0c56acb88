import { leaveState } from './launch/temporary-state.mjs';
import { join } from 'node:path';
import { runCommand } from './launch/command.mjs';
import { environmentWith } from './launch/npm.mjs';
import { root } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { runTool } from './launch/processes.mjs';
import { say } from './launch/progress.mjs';

/** `npm run bench`: the package beside n8n's HTTP Request node, in a real n8n against the sandbox; on Node 24. */
await runCommand(async () => {
	const node = await prerequisites();
	const { ok } = await runTool({
		command: node,
		args: [join(root, 'bench', 'main.mjs'), ...process.argv.slice(2)],
		env: environmentWith(node),
		logName: 'bench',
		onLine: say,
	});
	await leaveState(!ok);
	return ok ? 0 : 1;
});
