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

/** The data of this checkout: n8n's, the sandbox's, and logs. Git ignores it; `--reset` deletes it. */
export const stateFolder = resolve(env.PROJECT_WORKSPACE_STATE || ownStateFolder);

const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');

/** Shared by all checkouts of a user: installed n8n hosts and Node 24. */
export const cacheFolder = resolve(
	env.PROJECT_WORKSPACE_CACHE || join(caches, 'n8n-nodes-project-workspace'),
);

/** @param {string[]} path below node_modules */
export const tool = (...path) => join(root, 'node_modules', ...path);

/** @param {string} name */
export const logFile = (name) => join(stateFolder, 'logs', `${name}.log`);

/**
 * n8n's user folder, in which it creates `.n8n` and `.cache`. It is named node_modules because the strict lint
 * configuration skips no other folder: n8n unpacks 700 scripts there, which would take a minute to lint.
 */
export const n8nUserFolder = join(stateFolder, 'n8n', 'node_modules');
