import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { mendApiKey } from '../nodes/ProjectWorkspace/client/connection';

export class ProjectWorkspaceApi implements ICredentialType {
	name = 'projectWorkspaceApi';

	displayName = 'Project Workspace API';

	icon: Icon = {
		light: 'file:../icons/projectWorkspace.svg',
		dark: 'file:../icons/projectWorkspace.dark.svg',
	};

	documentationUrl = 'https://github.com/project-workspace/n8n-nodes-project-workspace#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. ac_live_… or ac_test_…',
			description:
				'Found in the account settings of the service, section API Keys. Production keys start with ac_live_, sandbox keys with ac_test_. The Pro or Enterprise plan is needed.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description:
				'Address of the service up to /v1. Look for it in the account settings, section API Keys, where the key comes from. A missing /v1 is added.',
		},
		{
			displayName: 'Plan',
			name: 'plan',
			type: 'options',
			default: 'pro',
			description:
				'The plan of the account: look in the account settings. It says how many requests a minute are allowed.',
			options: [
				{
					name: 'Custom',
					value: 'custom',
					description: 'A quota that was agreed with the service',
				},
				{ name: 'Enterprise', value: 'enterprise', description: '10,000 requests a minute' },
				{ name: 'Pro', value: 'pro', description: '1,000 requests a minute' },
			],
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1000,
			displayOptions: { show: { plan: ['custom'] } },
			description:
				'How many requests a minute the service allows. Look for the quota of your plan in the account settings.',
		},
		{
			displayName:
				'The fields below are for Project Workspace Trigger only: leave them as they are otherwise.',
			name: 'triggerNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Found in the account settings, section Webhooks, beside the webhook URL that you added there.',
		},
		{
			displayName: 'Previous Signing Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only while you change the secret in the account settings, section Webhooks: the one that was valid until now. Deliveries signed with either are accepted.',
		},
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: 'X-Service-Signature',
			description:
				"Name of the header that carries a delivery's signature: look in the account settings, section Webhooks.",
		},
	];

	/** A function, so that a pasted "Bearer " or line break is mended for the HTTP Request node as well. */
	authenticate: IAuthenticate = async (credentials, requestOptions) => ({
		...requestOptions,
		headers: {
			...requestOptions.headers,
			Authorization: `Bearer ${mendApiKey(String(credentials.apiKey ?? ''))}`,
		},
	});
}
