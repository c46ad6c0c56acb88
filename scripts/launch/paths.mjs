import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const { env } = process;

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The major version of n8n that was asked for; see hosts/README.md. */
export const major = env.PROJECT_WORKSPACE_N8N || '2';

/** An older n8n cannot read what a newer one has written, so each major has a folder. */
export const ownStateFolder = join(root, major === '1' ? '.workspace-n8n-1' : '.workspace');

/** What belongs to this checkout alone: n8n's data, the sandbox's data, logs. Git ignores it; `--reset` deletes it. */
export const stateFolder = resolve(env.PROJECT_WORKSPACE_STATE || ownStateFolder);

const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');

/** What every checkout of one user can share: installed n8n hosts and Node 24. */
export const cacheFolder = resolve(
	env.PROJECT_WORKSPACE_CACHE || join(caches, 'n8n-nodes-project-workspace'),
);

/** @param {string[]} path below node_modules */
export const tool = (...path) => join(root, 'node_modules', ...path);

/** @param {string} name */
export const logFile = (name) => join(stateFolder, 'logs', `${name}.log`);

/**
 * n8n's own user folder; it makes `.n8n` and `.cache` inside. The name keeps the linter out: n8n unpacks its editor
 * there, 700 scripts that would take a minute, and node_modules is all that the strict lint configuration skips.
 */
export const n8nUserFolder = join(stateFolder, 'n8n', 'node_modules');
