import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { projectWorkspaceApiTest } from './editor/credentialTest';
import { readWanted } from './trigger/activation';
import { outputsExpression } from './trigger/choice';
import { triggerPanel, waitingTexts } from './trigger/guidance';
import { isLoopback } from './trigger/publicAddress';
import { receive } from './trigger/receive';
import { runDelivery } from './trigger/dedupe/runDelivery';
import { isSubscribed, subscribe, unsubscribe } from './trigger/subscription';
import { triggerProperties, triggerSubtitle } from './trigger/triggerProperties';
import { LOOPBACK } from './trigger/words';

export class ProjectWorkspaceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Project Workspace Trigger',
		name: 'projectWorkspaceTrigger',
		icon: {
			light: 'file:../../icons/projectWorkspace.svg',
			dark: 'file:../../icons/projectWorkspace.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle(),
		description: 'Start an n8n workflow when something happens in Project Workspace',
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
				const read = await readWanted(this);
				// What cannot work any more is set up anew, which says why.
				if (!read.ok) return false;
				const { url, events } = read.wanted;
				return isSubscribed(this.getWorkflowStaticData('node'), url, events);
			},

			async create(this: IHookFunctions): Promise<boolean> {
				const read = await readWanted(this);
				if (!read.ok) {
					const { message, description } = read.problem;
					throw new NodeOperationError(this.getNode(), message, { description });
				}
				const { url, events } = read.wanted;
				if (isLoopback(url)) this.logger.warn(LOOPBACK, { url });
				subscribe(this.getWorkflowStaticData('node'), url, events, new Date());
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				unsubscribe(this.getWorkflowStaticData('node'));
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runDelivery(this);
	}
}
