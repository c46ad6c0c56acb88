import type { INodeProperties } from 'n8n-workflow';

/**
 * The service's documentation says that deliveries are signed, and not how. The layout is recognised; whoever knows
 * it can state it, and then nothing else passes. None of these switches the check off.
 */
export const signatureOptions: INodeProperties[] = [
	{
		displayName: 'Signature Algorithm',
		name: 'algorithm',
		type: 'options',
		default: 'sha256',
		description: 'The method that the service signs with. Weaker ones are never accepted.',
		options: [
			{ name: 'SHA-256', value: 'sha256' },
			{ name: 'SHA-384', value: 'sha384' },
			{ name: 'SHA-512', value: 'sha512' },
		],
	},
	{
		displayName: 'Signature Encoding',
		name: 'encoding',
		type: 'options',
		default: 'hex',
		description: 'How the signature is written in its header',
		options: [
			{ name: 'Base64', value: 'base64' },
			{ name: 'Base64url', value: 'base64url' },
			{ name: 'Hex', value: 'hex' },
		],
	},
	{
		displayName: 'Signature Prefix',
		name: 'prefix',
		type: 'string',
		default: '',
		placeholder: 'e.g. sha256=',
		description: 'What stands right before the signature in its header',
	},
	{
		displayName: 'Signed Content',
		name: 'signedContent',
		type: 'string',
		default: '',
		placeholder: 'e.g. {timestamp}.{body}',
		description:
			'What the service signs: {body}, perhaps with {timestamp} and the ID of the delivery, as in the documentation of this package. Write \\n for a line break. Leave it empty to have the usual ones tried.',
	},
	{
		displayName: 'Signed ID Header',
		name: 'idHeader',
		type: 'string',
		default: '',
		placeholder: 'e.g. Webhook-ID',
		description:
			"Header that holds the ID that 'Signed Content' names, as part of what is signed. Deliveries without it are refused.",
	},
	{
		displayName: 'Timestamp Header',
		name: 'timestampHeader',
		type: 'string',
		default: '',
		placeholder: 'e.g. X-Service-Timestamp',
		description:
			"Header that holds the time for {timestamp} in 'Signed Content'. Deliveries without it are refused.",
	},
	{
		displayName: 'Timestamp Tolerance',
		name: 'tolerance',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 300,
		description:
			'How many seconds the signed time may lie in the past or the future, if a time is signed',
	},
];
