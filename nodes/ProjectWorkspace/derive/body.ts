import type { INodeProperties } from 'n8n-workflow';

/**
 * The body of POST and PUT is not documented, so it is what the person says it is:
 * fields that were seen in the service's own records, fields named by hand, or JSON.
 */
export function bodyProperties(show: Record<string, string[]>): INodeProperties[] {
	const inMode = (mode: 'fields' | 'json') => ({ show: { ...show, bodyMode: [mode] } });
	return [
		{
			displayName: 'Body',
			name: 'bodyMode',
			type: 'options',
			noDataExpression: true,
			default: 'fields',
			displayOptions: { show },
			description: 'How to say what is sent. The service does not document its fields.',
			options: [
				{
					name: 'Fields',
					value: 'fields',
					description: 'Map fields that were found in your records, and name others by hand',
				},
				{ name: 'JSON', value: 'json', description: 'Send a JSON object as you write it' },
			],
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			displayOptions: inMode('fields'),
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: 'getFields',
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: false,
					supportAutoMap: true,
					noFieldsError: 'No fields were found. Name them under Additional Fields, or send JSON.',
				},
			},
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'fixedCollection',
			placeholder: 'Add Field',
			default: {},
			displayOptions: inMode('fields'),
			description: 'Fields that are not in the list above, by the name that the service uses',
			typeOptions: { multipleValues: true },
			options: [
				{
					displayName: 'Field',
					name: 'field',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. due_date',
							description: 'Name of the field as the service spells it',
						},
						{
							displayName: 'Type',
							name: 'type',
							type: 'options',
							default: 'string',
							description: 'How the value is written in the JSON that is sent',
							options: [
								{ name: 'Boolean', value: 'boolean' },
								{ name: 'JSON', value: 'json' },
								{ name: 'Null (Clears the Field)', value: 'null' },
								{ name: 'Number', value: 'number' },
								{ name: 'Text', value: 'string' },
							],
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. 2026-12-31',
							description: 'The value to send. An empty text is sent as an empty text.',
						},
					],
				},
			],
		},
		{
			displayName: 'JSON',
			name: 'jsonBody',
			type: 'json',
			default: '{}',
			displayOptions: inMode('json'),
			description: 'The JSON object to send, as text or as an expression that yields an object',
			placeholder: 'e.g. { "name": "Website relaunch" }',
		},
	];
}
