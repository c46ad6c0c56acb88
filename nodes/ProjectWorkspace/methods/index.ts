import { projectWorkspaceApiTest } from './credentialTest';
import { getFields, getOutputFields } from './fields';
import { listSearch } from './listSearch';

/** What n8n's editor calls, in the nodes that read lists. */
export const editorMethods = {
	credentialTest: { projectWorkspaceApiTest },
	listSearch,
	loadOptions: { getOutputFields },
	resourceMapping: { getFields },
};
