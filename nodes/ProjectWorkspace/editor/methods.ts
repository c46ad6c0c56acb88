import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { projectWorkspaceApiTest } from './credentialTest';
import { getCountFields, getFields, getOutputFields } from './recordFields';
import { listSearch } from './recordLists';
import { acts, savedText } from './savedText';

/** The gate: whatever a method returns passes through `savedText`. */
function gated<Args extends unknown[], T>(
	method: (this: ILoadOptionsFunctions, ...args: Args) => Promise<T>,
) {
	return async function (this: ILoadOptionsFunctions, ...args: Args) {
		return savedText(await method.apply(this, args));
	};
}

/** What n8n's editor calls, in both nodes that read lists. */
export const editorMethods = {
	credentialTest: { projectWorkspaceApiTest },
	listSearch: Object.fromEntries(
		Object.entries(listSearch).map(([name, method]) => [name, gated(method)]),
	),
	loadOptions: {
		getCountFields: gated(getCountFields),
		getOutputFields: gated(getOutputFields),
	},
	resourceMapping: {
		getFields: gated(async function (this: ILoadOptionsFunctions) {
			const { fields, ...notice } = await getFields.call(this);
			// The editor saves an ID as a key, which n8n does not evaluate, so such a field is not offered.
			return { fields: fields.filter(({ id }) => !acts(id)), ...notice };
		}),
	},
};
