import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { projectWorkspaceApiTest } from './methods/credentialTest';
import {
	triggerPanel,
	triggerProperties,
	triggerSubtitle,
	triggerTexts,
} from './properties/trigger';
import { execute } from './webhook/execute';
import { receive } from './webhook/receive';
import { subscription } from './webhook/setUp';

export class ProjectWorkspaceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Project Workspace Trigger',
		name: 'projectWorkspaceTrigger',
		icon: {
			light: 'file:../../icons/projectWorkspace.svg',
			dark: 'file:../../icons/projectWorkspace.dark.svg',
		},
		group: ['trigger'],
		// There is no version 1: for it, n8n evaluates an expression meant for its Webhook node in each delivery
		// (`parseRequestBody` in 1.123 and 2.41), which needs a V8 isolate.
		version: 2,
		subtitle: triggerSubtitle,
		description:
			'Starts the workflow when Project Workspace sends an event, such as a created task',
		builderHint: {
			searchHint:
				'Webhooks: starts within seconds, but the service must be able to reach n8n, and the user has to add the URL there. For removed records, or without webhooks, use Project Workspace Polling Trigger.',
		},
		defaults: { name: 'Project Workspace Trigger' },
		...triggerTexts,
		triggerPanel,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'projectWorkspaceApi', required: true, testedBy: 'projectWorkspaceApiTest' },
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Otherwise n8n responds with its own text.
				responseData: '',
				path: 'webhook',
			},
		],
		properties: triggerProperties,
	};

	methods = { credentialTest: { projectWorkspaceApiTest } };

	webhookMethods = { default: subscription };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
