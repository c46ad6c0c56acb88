import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { projectWorkspaceApiTest } from './editor/credentialTest';
import { executeDelivery } from './trigger/dedupe/execute';
import { isSubscribed, subscribe, unsubscribe } from './trigger/lifecycle';
import { triggerProperties, triggerSubtitle } from './trigger/properties';
import { receive } from './trigger/receive';
import { outputsExpression } from './trigger/routing';
import { triggerPanel, waitingTexts } from './trigger/setupTexts';

export class ProjectWorkspaceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Project Workspace Trigger',
		name: 'projectWorkspaceTrigger',
		icon: {
			light: 'file:../../icons/projectWorkspace.svg',
			dark: 'file:../../icons/projectWorkspace.dark.svg',
		},
		group: ['trigger'],
		// The same node. With version 1, n8n evaluates an expression of its own in each delivery, meant for its Webhook node
		// (`parseRequestBody` in 1.123 and 2.41), and needs a V8 isolate for it.
		version: [1, 1.1],
		subtitle: triggerSubtitle(),
		description: 'Starts the workflow when Project Workspace events occur',
		defaults: { name: 'Project Workspace Trigger' },
		...waitingTexts,
		triggerPanel,
		inputs: [],
		outputs: outputsExpression,
		credentials: [
			{ name: 'projectWorkspaceApi', required: true, testedBy: 'projectWorkspaceApiTest' },
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Otherwise n8n answers with a text of its own, whatever the node gives it.
				responseData: '',
				path: 'webhook',
			},
		],
		properties: triggerProperties,
	};

	methods = { credentialTest: { projectWorkspaceApiTest } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isSubscribed(this);
			},

			async create(this: IHookFunctions): Promise<boolean> {
				return await subscribe(this);
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return unsubscribe(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeDelivery(this);
	}
}
