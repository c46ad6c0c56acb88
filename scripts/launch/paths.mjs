import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const { env } = process;

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The major version of n8n; see hosts/README.md. */
export const major = env.PROJECT_WORKSPACE_N8N || '2';

/** Installed releases of n8n, and Node 24. All checkouts of a user share it. */
export const cacheFolder = resolve(
	env.PROJECT_WORKSPACE_CACHE ||
		join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-project-workspace'),
);

export const workspace = join(root, '.workspace');

// An older n8n cannot read what a newer one has written.
const usual = major === '1' ? join(root, '.workspace-n8n-1') : workspace;
let state = resolve(env.PROJECT_WORKSPACE_STATE || usual);

/** The data of n8n and of the sandbox, and logs. */
export const stateFolder = () => state;

/** Makes a folder that no other user of the machine can look into: there are keys in it. @param {string} folder */
export function makePrivate(folder) {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	chmodSync(folder, 0o700);
}

/** For tests and benchmarks: the data of `npm start` stays as it is. It is removed if the command succeeds. */
export function useTemporaryState() {
	state = mkdtempSync(join(tmpdir(), 'project-workspace-'));
	process.once('exit', (code) => code === 0 && rmSync(state, { recursive: true, force: true }));
}

/** @param {string[]} path below node_modules */
export const tool = (...path) => join(root, 'node_modules', ...path);

/** @param {string} name */
export const logFile = (name) => join(state, 'logs', `${name}.log`);
