import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from './progress.mjs';

/**
 * Imported before everything else, since paths.mjs reads it once: this command works with data of its own, and what
 * `npm start` has stays as it is.
 */
const folder = mkdtempSync(join(tmpdir(), 'project-workspace-'));
process.env.PROJECT_WORKSPACE_STATE = folder;

/** @param {boolean} isNeeded whether a person will want to look into the logs */
export async function leaveState(isNeeded) {
	if (isNeeded) say(`The logs are in ${join(folder, 'logs')}`);
	else await rm(folder, { recursive: true, force: true });
}
