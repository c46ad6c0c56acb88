import { LaunchError } from './messages.mjs';

/**
 * An n8n release that the package is run in, pinned in hosts/.
 *
 * @typedef {object} Release
 * @property {'1' | '2'} major
 * @property {string} version
 * @property {string} lock its folder in hosts/
 * @property {string} packages how many it consists of, for the person who waits
 * @property {number} roomBytes what it takes when installed, and about as much again for npm's own cache
 * @property {NodeJS.ProcessEnv} settings what only this major understands
 */

/** @type {Record<string, Release>} */
const releases = {
	2: {
		major: '2',
		version: '2.41.1',
		lock: 'n8n-2',
		packages: '2,300',
		roomBytes: 4 * 1024 ** 3,
		// Fetches a list from n8n's own server at every start.
		settings: { N8N_DISABLED_MODULES: 'mcp-registry' },
	},
	1: {
		major: '1',
		version: '1.123.81',
		lock: 'n8n-1',
		packages: '1,900',
		roomBytes: 3 * 1024 ** 3,
		settings: {},
	},
};

export const DEFAULT_MAJOR = '2';
const asked = process.env.PROJECT_WORKSPACE_N8N || DEFAULT_MAJOR;

/** Whether this is the n8n that `npm start` takes by itself. */
export const isDefault = asked === DEFAULT_MAJOR;

/** The n8n that PROJECT_WORKSPACE_N8N asks for, 2 if it is not set. */
export function release() {
	const found = releases[asked];
	if (!found) throw new LaunchError('noSuchRelease', { asked });
	return found;
}
