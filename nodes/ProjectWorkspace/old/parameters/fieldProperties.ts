/** The properties of fields to write and to match on. */
import type { INodeProperties, ResourceMapperTypeOptions } from 'n8n-workflow';

import { listOperation, type Resource } from '../catalogue';
import { rowsOf, textColumn } from '../optionKinds';
import { locator, type Show } from './properties';

/**
 * The body of POST and PUT is not documented, so the person defines it: fields detected in the service's own records,
 * fields added by name, or JSON.
 */
export function bodyProperties(show: Show, { example }: { example: string }): INodeProperties[] {
	const inMode = (mode: 'fields' | 'json') => ({ ...show, bodyMode: [mode] });
	return [
		{
			displayName: 'Specify Body',
			name: 'bodyMode',
			type: 'options',
			noDataExpression: true,
			default: 'fields',
			displayOptions: { show },
			description: 'How to define the request body. The service does not document its fields.',
			options: [
				{
					name: 'Fields',
					value: 'fields',
					description: 'Map the fields detected in your records, and add others by name',
				},
				{ name: 'JSON', value: 'json', description: 'Send a JSON object exactly as you enter it' },
			],
		},
		fieldsProperty(inMode('fields'), { mode: 'add' }),
		additionalFieldsProperty(inMode('fields')),
		{
			displayName: 'JSON Body',
			name: 'jsonBody',
			type: 'json',
			default: '{}',
			displayOptions: { show: inMode('json') },
			description:
				'JSON object to send. Enter it as text, or use an expression that returns an object.',
			hint: `e.g. ${example}`,
		},
	];
}

const fieldsProperty = (
	show: Show,
	matching: Pick<ResourceMapperTypeOptions, 'mode' | 'multiKeyMatch' | 'matchingFieldsLabels'>,
): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show },
	builderHint: {
		propertyHint:
			"Only map fields that the user names or that an earlier node's records show. Keys of 'value' are field names; fields in 'matchingColumns' need a value too.",
	},
	typeOptions: {
		// Otherwise the editor keeps the fields of the resource that was chosen before.
		loadOptionsDependsOn: ['resource'],
		resourceMapper: {
			resourceMapperMethod: 'getFields',
			...matching,
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			supportAutoMap: true,
			// getFields returns a notice instead, which is not shown as an error.
			hideNoDataError: true,
			// Its fields may come from n8n's builder, which does not know their types.
			refreshIncompleteSchemaOnOpen: true,
			valuesLabel: 'Fields to Send',
		},
	},
});

const additionalFieldsProperty = (show: Show): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add field by name',
	displayOptions: { show },
	description: 'Fields that are not listed above. Use the names that the service expects.',
	...rowsOf('Field', 'field', [
		textColumn('Name', {
			placeholder: 'e.g. due_date',
			description:
				'Field name, exactly as the service expects it. A dot writes a field inside another, e.g. owner.email.',
		}),
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'string',
			description: 'Data type of the value in the request',
			options: [
				{ name: 'Boolean', value: 'boolean' },
				{ name: 'Date', value: 'date' },
				{ name: 'JSON', value: 'json' },
				{ name: 'List', value: 'list' },
				{ name: 'Null (Clears the Field)', value: 'null' },
				{ name: 'Number', value: 'number' },
				{ name: 'Text', value: 'string' },
			],
		},
		textColumn('Value', {
			placeholder: 'e.g. 2026-12-31',
			displayOptions: { hide: { type: ['null'] } },
			description:
				'Value to send. With the type Text, an empty value is sent as an empty string. A list can be text with commas.',
		}),
	]),
});

/** Whether an update finds its record by its ID or by the values of its fields. */
export const findByProperty = ({ displayName, value }: Resource): INodeProperties => ({
	displayName: `Find ${displayName} By`,
	name: 'findBy',
	type: 'options',
	noDataExpression: true,
	default: 'id',
	description: `How to identify the ${value} to update`,
	options: [
		{ name: 'ID', value: 'id', description: 'Select it from a list or enter its ID' },
		{
			name: 'Matching Fields',
			value: 'match',
			description: `Find the ${value} by the values of one or more fields`,
		},
	],
});

/** The properties of operations that match on fields. */
export const matchProperties = (
	resource: Resource,
	mode: 'update' | 'upsert',
	show: Show = {},
): INodeProperties[] => [
	...searchProperties(resource, mode, show),
	...(mode === 'update' ? [noMatchProperty(resource, show)] : []),
	fieldsProperty(show, {
		mode,
		multiKeyMatch: true,
		matchingFieldsLabels: {
			title: 'Fields to Match On',
			description: `The fields to compare when finding the ${resource.value} to update`,
			hint: `The node updates the ${resource.value} whose values in these fields match yours${mode === 'upsert' ? ', or creates one' : ''}`,
		},
	}),
	additionalFieldsProperty(show),
];

/** Filters the list that is searched; new records are created there. */
function searchProperties({ value }: Resource, mode: string, show: Show): INodeProperties[] {
	const { references = [] } = listOperation(value).endpoint;
	const creating = mode === 'upsert' ? `, and create a new ${value} in it` : '';
	return references.map((reference) =>
		locator(
			reference,
			`Only search in this ${reference.resource}${creating}. If empty, every ${value} that the service lists is searched.`,
			show,
		),
	);
}

const noMatchProperty = ({ value }: Resource, show: Show): INodeProperties => ({
	displayName: 'If No Match Is Found',
	name: 'noMatch',
	type: 'options',
	noDataExpression: true,
	default: 'stop',
	displayOptions: { show },
	description: `What to do if no ${value} has these values. To create it, use the operation 'Create or Update'.`,
	options: [
		{ name: 'Skip Item', value: 'skip', description: 'Send nothing and output no item' },
		{
			name: 'Stop Workflow',
			value: 'stop',
			description: "Stop with a message, unless 'On Error' in the node settings is set to continue",
		},
	],
});
