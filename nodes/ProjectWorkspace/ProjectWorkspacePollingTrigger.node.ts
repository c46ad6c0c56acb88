import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { editorMethods } from './methods';
import { poll } from './polling/poll';
import { pollingProperties, pollingSubtitle, pollingTexts } from './properties/polling';

export class ProjectWorkspacePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Project Workspace Polling Trigger',
		name: 'projectWorkspacePollingTrigger',
		icon: {
			light: 'file:../../icons/projectWorkspace.svg',
			dark: 'file:../../icons/projectWorkspace.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: pollingSubtitle,
		description: 'Starts the workflow when records are new, changed or removed, without a webhook',
		builderHint: {
			searchHint:
				'Needs no webhook, and notices removed records. Use it instead of Schedule Trigger and Get Many to act on changes. To act within seconds, use Project Workspace Trigger.',
		},
		defaults: { name: 'Project Workspace Polling Trigger' },
		polling: true,
		...pollingTexts,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'projectWorkspaceApi', required: true, testedBy: 'projectWorkspaceApiTest' },
		],
		properties: pollingProperties(),
	};

	methods = editorMethods;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
