import { projectWorkspaceApiTest } from './credentialTest';
import { loadOptions, resourceMapping } from './fields';
import { listSearch } from './listSearch';

/** What n8n's editor calls, in the nodes that read lists. */
export const editorMethods = {
	credentialTest: { projectWorkspaceApiTest },
	listSearch,
	loadOptions,
	resourceMapping,
};
