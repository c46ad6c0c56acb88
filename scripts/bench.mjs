import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Before the launcher's modules are loaded: they read it once.
process.env.PROJECT_WORKSPACE_STATE = mkdtempSync(join(tmpdir(), 'project-workspace-bench-'));
const { runCommand } = await import('./launch/command.mjs');
const { environmentWith } = await import('./launch/npm.mjs');
const { logFile, root, stateFolder } = await import('./launch/paths.mjs');
const { prerequisites } = await import('./launch/prerequisites.mjs');
const { runTool } = await import('./launch/processes.mjs');
const { say } = await import('./launch/progress.mjs');
const { prepareStateFolder } = await import('./launch/state.mjs');

/** It ends an n8n that may take ten seconds to end, through a process that waits for it. */
const GRACE_MS = 40_000;

/** `npm run bench`: the package beside n8n's HTTP Request node, in a real n8n against the sandbox; on Node 24. */
await runCommand(async () => {
	prepareStateFolder();
	const node = await prerequisites();
	const { ok } = await runTool({
		command: node,
		args: [join(root, 'bench', 'main.mjs'), ...process.argv.slice(2)],
		cwd: root,
		env: environmentWith(node),
		log: logFile('bench'),
		onLine: say,
		server: true,
		graceMs: GRACE_MS,
	});
	if (ok) await rm(stateFolder, { recursive: true, force: true });
	else say(`Logs are kept in ${stateFolder}`);
	return ok ? 0 : 1;
});
