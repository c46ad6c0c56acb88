/**
 * Everything that names the owner of the package. The values in the repository are made up, so that nobody is written
 * to by mistake; docs/releasing.md lists the same places for a person, and a test compares the two.
 *
 * @typedef {object} Place
 * @property {string} file
 * @property {string} what
 * @property {RegExp} placeholder what it must no longer contain
 */

const REPOSITORY = /github\.com\/project-workspace\//;
const ADDRESS = /@example\.com/;

/** @type {Place[]} */
export const OWNER_PLACES = [
	{ file: 'package.json', what: 'author', placeholder: /"Project Workspace Node maintainers"/ },
	{ file: 'package.json', what: 'author, email', placeholder: ADDRESS },
	{ file: 'package.json', what: 'homepage and repository', placeholder: REPOSITORY },
	{ file: 'SECURITY.md', what: 'address for reports', placeholder: ADDRESS },
	{
		file: 'credentials/ProjectWorkspaceApi.credentials.ts',
		what: 'documentation link of the credential',
		placeholder: REPOSITORY,
	},
	{
		file: 'nodes/ProjectWorkspace/ProjectWorkspace.node.json',
		what: 'documentation links of the node',
		placeholder: REPOSITORY,
	},
	{
		file: 'nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node.json',
		what: 'documentation links of the trigger',
		placeholder: REPOSITORY,
	},
	{
		file: 'nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node.json',
		what: 'documentation links of the polling trigger',
		placeholder: REPOSITORY,
	},
];
