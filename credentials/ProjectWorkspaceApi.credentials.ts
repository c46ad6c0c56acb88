import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import {
	headers,
	listSettings,
	signatureFormat,
} from '../nodes/ProjectWorkspace/properties/credential';
import {
	authenticationHeaders,
	HAS_EXPRESSIONS,
} from '../nodes/ProjectWorkspace/transport/credential';

export class ProjectWorkspaceApi implements ICredentialType {
	name = 'projectWorkspaceApi';

	displayName = 'Project Workspace API';

	icon: Icon = {
		light: 'file:../icons/projectWorkspace.svg',
		dark: 'file:../icons/projectWorkspace.dark.svg',
	};

	documentationUrl = 'https://github.com/example-owner/n8n-nodes-project-workspace#credentials';

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
				'Create it in the service under account settings → API Keys. Production keys start with ac_live_, sandbox keys with ac_test_. Requires the Pro or Enterprise plan.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description: "URL of the service's API, ending in /v1 (added if missing)",
		},
		{
			displayName: 'Plan',
			name: 'plan',
			type: 'options',
			default: 'pro',
			description: 'Plan of your account, which determines the rate limit',
			options: [
				{ name: 'Custom', value: 'custom', description: 'A limit agreed with the service' },
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
			description: 'Max number of requests per minute that the service allows for your account',
		},
		headers,
		listSettings,
		{
			displayName: 'The fields below are only for Project Workspace Trigger.',
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
			description: 'Copy it from account settings → Webhooks in the service',
		},
		{
			displayName: 'Previous Signing Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'The old secret while you rotate it, or the secret of the test URL if it has its own. Events signed with either secret are accepted.',
		},
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: 'X-Service-Signature',
			description:
				'Name of the header that contains the signature. Change it if the service uses a different one.',
		},
		signatureFormat,
		{
			displayName: 'Has Expressions',
			name: 'hasExpressions',
			type: 'hidden',
			default: HAS_EXPRESSIONS,
		},
	];

	/** A function, so that a pasted "Bearer " or line break is corrected for the HTTP Request node as well. */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { Authorization, ...headers } = authenticationHeaders(credentials);
		return {
			...requestOptions,
			headers: { ...headers, ...requestOptions.headers, Authorization },
		};
	};
}
