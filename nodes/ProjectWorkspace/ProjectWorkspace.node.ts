import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { actionHint } from './old/editor/builderHints';
import { editorMethods } from './old/editor/methods';
import { nodeProperties, subtitle } from './old/editor/properties';
import { runItems } from './old/run/loop';

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
		subtitle: subtitle(),
		description: 'Manage users, projects, tasks and workflows in Project Workspace',
		defaults: { name: 'Project Workspace' },
		usableAsTool: true,
		builderHint: actionHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'projectWorkspaceApi', required: true, testedBy: 'projectWorkspaceApiTest' },
		],
		properties: nodeProperties(),
	};

	methods = editorMethods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this);
	}
}
