import type { INodeProperties, IParameterBuilderHint } from 'n8n-workflow';

import type { Show } from './record';

/**
 * The body of POST and PUT is not documented, so the person defines it: fields that the service's records have, fields
 * added by name, or JSON.
 */
export const bodyProperties = (show: Show): INodeProperties[] => [
	{
		displayName: 'Specify Body',
		name: 'bodyMode',
		type: 'options',
		noDataExpression: true,
		default: 'fields',
		displayOptions: { show },
		description: 'How to define the data to send',
		options: [
			{
				name: 'Fields',
				value: 'fields',
				description: 'Map fields that your records have, and add others by name',
			},
			{ name: 'JSON', value: 'json', description: 'Send a JSON object exactly as you enter it' },
		],
	},
	mappedFields('add', { ...show, bodyMode: ['fields'] }),
	additionalFields({ ...show, bodyMode: ['fields'] }),
	{
		displayName: 'JSON Body',
		name: 'jsonBody',
		type: 'json',
		required: true,
		default: '{}',
		displayOptions: { show: { ...show, bodyMode: ['json'] } },
		description: 'JSON object to send, as text or as an expression that returns an object',
		hint: 'For a value from the input, enter {{ JSON.stringify($json.title) }} without quotes around it',
	},
];

type MapperMode = 'add' | 'update' | 'upsert';

/** For builders of workflows, who cannot guess how the editor saves the fields. */
function mapperHint(mode: MapperMode): IParameterBuilderHint {
	const [columns, about] =
		mode === 'add' ? ['[]', ''] : ["['title']", ' matchingColumns identify the record.'];
	return {
		propertyHint: `{ mappingMode: 'defineBelow', value: { title: 'Roof', due_date: '2026-12-31' }, matchingColumns: ${columns}, schema: [] }, with the field names of the service.${about} To send all fields of each input item, the mappingMode is 'autoMapInputData' and the value null.`,
	};
}

/** @param mode `add` without fields to match on */
export const mappedFields = (mode: MapperMode, show: Show): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show },
	builderHint: mapperHint(mode),
	typeOptions: {
		// Otherwise the editor keeps the fields of the resource that was selected before.
		loadOptionsDependsOn: ['resource'],
		resourceMapper: {
			resourceMapperMethod: 'getFields',
			mode,
			multiKeyMatch: true,
			matchingFieldsLabels: {
				title: 'Fields to Match On',
				description: 'The fields to compare when finding the record',
				hint: 'A record matches if it has the same values in these fields',
			},
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			// Builders of workflows leave the fields empty.
			refreshIncompleteSchemaOnOpen: true,
			supportAutoMap: true,
			// The method returns a notice instead, which is not shown as an error.
			hideNoDataError: true,
			valuesLabel: 'Fields to Send',
		},
	},
});

export const additionalFields = (show: Show): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add field by name',
	default: {},
	displayOptions: { show },
	description: 'Fields that are not listed above. Use the names that the service expects.',
	options: [
		{
			displayName: 'Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					requiresDataPath: 'single',
					default: '',
					placeholder: 'e.g. due_date',
					description: 'Field name, exactly as the service expects it',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					default: 'string',
					description: 'Data type of the value in the request',
					options: [
						{ name: 'Boolean', value: 'boolean' },
						{ name: 'JSON', value: 'json' },
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
					description: 'Value to send. To clear a field, choose the type JSON and enter null.',
				},
			],
		},
	],
});
