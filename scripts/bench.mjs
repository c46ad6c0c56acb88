import { leaveState } from './launch/temporary-state.mjs';
import { join } from 'node:path';
import { runCommand } from './launch/command.mjs';
import { environmentWith } from './launch/npm.mjs';
import { logFile, root } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { runTool } from './launch/processes.mjs';
import { say } from './launch/progress.mjs';

/** It ends an n8n that may take ten seconds to end. */
const GRACE_MS = 20_000;

/** `npm run bench`: the package beside n8n's HTTP Request node, in a real n8n against the sandbox; on Node 24. */
await runCommand(async () => {
	const node = await prerequisites();
	const { ok } = await runTool({
		command: node,
		args: [join(root, 'bench', 'main.mjs'), ...process.argv.slice(2)],
		env: environmentWith(node),
		log: logFile('bench'),
		onLine: say,
		server: true,
		graceMs: GRACE_MS,
	});
	await leaveState(!ok);
	return ok ? 0 : 1;
});
