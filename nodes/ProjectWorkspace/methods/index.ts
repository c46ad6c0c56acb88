import { projectWorkspaceApiTest } from './credentialTest';
import { listSearch } from './listSearch';
import { loadOptions } from './loadOptions';
import { resourceMapping } from './resourceMapping';

/** What n8n's editor calls, in the nodes that read lists. */
export const editorMethods = {
	credentialTest: { projectWorkspaceApiTest },
	listSearch,
	loadOptions,
	resourceMapping,
};
