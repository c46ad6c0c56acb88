/**
 * Everything that names the owner of the package. The values in the repository are made up, so that nobody is written
 * to by mistake; docs/releasing.md lists the same places for a person, and a test compares the two.
 *
 * @typedef {object} Place
 * @property {string} file
 * @property {string} what
 * @property {string} placeholder what it must no longer contain
 */

const OWNER = 'Example Owner';
const REPOSITORY = 'github.com/example-owner/';
const ADDRESS = '@example.com';
const NODES = 'nodes/ProjectWorkspace';

/** @type {Place[]} */
export const OWNER_PLACES = [
	{ file: 'package.json', what: 'author', placeholder: OWNER },
	{ file: 'package.json', what: 'author, email', placeholder: ADDRESS },
	{ file: 'package.json', what: 'homepage and repository', placeholder: REPOSITORY },
	{ file: 'LICENSE.md', what: 'copyright holder', placeholder: OWNER },
	{ file: 'SECURITY.md', what: 'address for reports', placeholder: ADDRESS },
	{
		file: 'credentials/ProjectWorkspaceApi.credentials.ts',
		what: 'documentation link of the credential',
		placeholder: REPOSITORY,
	},
	{
		file: `${NODES}/ProjectWorkspace.node.json`,
		what: 'documentation links of the node',
		placeholder: REPOSITORY,
	},
	{
		file: `${NODES}/ProjectWorkspaceTrigger.node.json`,
		what: 'documentation links of the trigger',
		placeholder: REPOSITORY,
	},
	{
		file: `${NODES}/ProjectWorkspacePollingTrigger.node.json`,
		what: 'documentation links of the polling trigger',
		placeholder: REPOSITORY,
	},
];

/** Sentences that are no longer true once the package is published. */
export const UNPUBLISHED = ['README.md', 'docs/installation.md'].map((file) => ({
	file,
	sentence: /^_Not on npm yet\b.*$/m,
}));
