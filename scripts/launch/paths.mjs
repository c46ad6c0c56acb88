import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDefault } from './release.mjs';

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An older n8n cannot read what a newer one has written, so each major has a folder. */
export const ownStateFolder = join(root, isDefault ? '.workspace' : '.workspace-n8n-1');

/** What belongs to this checkout alone: n8n's data, the sandbox's data, logs. Git ignores it; `--reset` deletes it. */
export const stateFolder = process.env.PROJECT_WORKSPACE_STATE
	? resolve(process.env.PROJECT_WORKSPACE_STATE)
	: ownStateFolder;

/** What every checkout of one user can share: installed n8n hosts and Node 24. */
export const cacheFolder = process.env.PROJECT_WORKSPACE_CACHE
	? resolve(process.env.PROJECT_WORKSPACE_CACHE)
	: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-project-workspace');

/** @param {string} name */
export const logFile = (name) => join(stateFolder, 'logs', `${name}.log`);

/**
 * n8n's own user folder; it makes `.n8n` and `.cache` inside. The name keeps the linter out: n8n unpacks its editor
 * there, 700 scripts that would take a minute, and node_modules is all that the strict lint configuration skips.
 */
export const n8nUserFolder = join(stateFolder, 'n8n', 'node_modules');

/** The sandbox's database. */
export const sandboxData = join(stateFolder, 'sandbox', 'sandbox.sqlite');
