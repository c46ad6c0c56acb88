import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { execute } from './actions/execute';
import { editorMethods } from './methods';
import { actionProperties, actionSubtitle } from './properties';

export class ProjectWorkspace implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Project Workspace',
		name: 'projectWorkspace',
		icon: {
			light: 'file:../../icons/projectWorkspace.svg',
			dark: 'file:../../icons/projectWorkspace.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: actionSubtitle,
		description: 'Manage users, projects, tasks and workflows in Project Workspace',
		builderHint: {
			searchHint:
				"To bring records in line with other data, use the operation 'upsert' (Create or Update) with all items at once, instead of Get Many, If and Create. Start a workflow on events with Project Workspace Trigger, or on changes with Project Workspace Polling Trigger.",
		},
		defaults: { name: 'Project Workspace' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'projectWorkspaceApi', required: true, testedBy: 'projectWorkspaceApiTest' },
		],
		properties: actionProperties,
	};

	methods = editorMethods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
