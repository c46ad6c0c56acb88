import type { INodeProperties } from 'n8n-workflow';

export const headers: INodeProperties = {
	displayName: 'Additional Headers',
	name: 'headers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add header',
	default: {},
	description: 'Sent with every request, e.g. for a gateway or a tenant',
	options: [
		{
			displayName: 'Header',
			name: 'header',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. X-Tenant',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					typeOptions: { password: true },
					default: '',
				},
			],
		},
	],
};

/** A setting that is empty if it is detected. */
const text = {
	type: 'string',
	typeOptions: { showEvenWhenOptional: true },
	default: '',
} as const;

const pagination: INodeProperties = {
	displayName: 'Pagination',
	name: 'style',
	type: 'options',
	typeOptions: { showEvenWhenOptional: true },
	default: 'auto',
	description: 'How to request the next page of a list',
	options: [
		{ name: 'Automatic', value: 'auto', description: 'Detect it from the response' },
		{
			name: 'Cursor',
			value: 'cursor',
			description: 'The response contains a token for the next page',
		},
		{
			name: 'Last ID',
			value: 'lastId',
			description: 'The next page is requested with the ID of the last record',
		},
		{
			name: 'Link',
			value: 'link',
			description: 'The response contains the URL of the next page',
		},
		{ name: 'None', value: 'none', description: 'There is only one page' },
		{
			name: 'Offset',
			value: 'offset',
			description: 'The next page is requested with the number of records to skip',
		},
		{ name: 'Page Number', value: 'page', description: 'Pages are numbered' },
	],
};

const nextPath: INodeProperties = {
	displayName: 'Next Page Path',
	name: 'nextPath',
	...text,
	placeholder: 'e.g. meta.next_cursor',
	displayOptions: { show: { style: ['cursor', 'link'] } },
	description:
		'Path to the next cursor or link in the response, or header.Name. Leave empty to detect it.',
};

const parameter: INodeProperties = {
	displayName: 'Page Parameter',
	name: 'parameter',
	...text,
	placeholder: 'e.g. cursor, offset or page',
	displayOptions: { hide: { style: ['auto', 'link', 'none'] } },
	description:
		'Query parameter for the cursor, last ID, offset or page number. Leave empty to detect it.',
};

const recordsPath: INodeProperties = {
	displayName: 'Records Path',
	name: 'recordsPath',
	...text,
	placeholder: 'e.g. data.items',
	description: 'Path to the list in the response, e.g. data.items. Leave empty to detect it.',
};

const pageSizeParameter: INodeProperties = {
	displayName: 'Page Size Parameter',
	name: 'pageSizeParameter',
	...text,
	placeholder: 'e.g. per_page',
	description: 'Query parameter for the number of records per page. Leave empty to send none.',
};

const pageSize: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, showEvenWhenOptional: true },
	default: 100,
	displayOptions: { hide: { pageSizeParameter: [''] } },
	description: 'Number of records to request per page',
};

const ignoreTotal: INodeProperties = {
	displayName: 'Ignore Reported Total',
	name: 'ignoreTotal',
	type: 'boolean',
	typeOptions: { showEvenWhenOptional: true },
	default: false,
	description: 'Whether to ignore the total in the response, e.g. because it is too high',
};

/** What is not set is detected. */
export const listSettings: INodeProperties = {
	displayName: 'List Settings',
	name: 'service',
	type: 'fixedCollection',
	// With it, and `showEvenWhenOptional` in each field, n8n 2.41 checks again which fields to show.
	typeOptions: { hideOptionalFields: true },
	placeholder: 'Add settings',
	default: {},
	description: 'Only if lists are not read correctly. Used by all nodes with this credential.',
	options: [
		{
			displayName: 'List Settings',
			name: 'settings',
			values: [
				pagination,
				nextPath,
				parameter,
				recordsPath,
				pageSizeParameter,
				pageSize,
				ignoreTotal,
			],
		},
	],
};

/** What is not set is detected; what is set is the only format that is accepted. */
export const signatureFormat: INodeProperties = {
	displayName: 'Signature Format',
	name: 'signature',
	type: 'fixedCollection',
	placeholder: 'Add format',
	default: {},
	description: 'Only if genuine deliveries are rejected. Then no other format is accepted.',
	options: [
		{
			displayName: 'Format',
			name: 'format',
			values: [
				{
					displayName: 'Signed Content',
					name: 'signedContent',
					type: 'string',
					default: '',
					placeholder: 'e.g. {timestamp}.{body}',
					description: 'What the service signs, e.g. {timestamp}.{body}. See the docs.',
				},
				{
					displayName: 'Signed ID Header',
					name: 'idHeader',
					type: 'string',
					default: '',
					placeholder: 'e.g. Webhook-ID',
					description: "Header with the value for {ID} in 'Signed Content'",
				},
				{
					displayName: 'Timestamp Header',
					name: 'timestampHeader',
					type: 'string',
					default: '',
					placeholder: 'e.g. X-Service-Timestamp',
					description: "Header with the value for {timestamp} in 'Signed Content'",
				},
				{
					displayName: 'Timestamp Tolerance',
					name: 'tolerance',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 300,
					description: 'Max number of seconds between the signed timestamp and the time of arrival',
				},
			],
		},
	],
};
