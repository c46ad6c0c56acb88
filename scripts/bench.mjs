import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `npm run bench`: the package beside n8n's HTTP Request node, in a real n8n against the sandbox. */
// Before the launcher's modules are loaded: they read it once.
process.env.PROJECT_WORKSPACE_STATE = mkdtempSync(join(tmpdir(), 'project-workspace-bench-'));
await import('../bench/main.mjs');
