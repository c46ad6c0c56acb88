import type { INodeProperties, ResourceMapperTypeOptions } from 'n8n-workflow';

import type { Reference, Resource } from '../catalogue';
import { nameField, rowsOf, valueField } from '../optionKinds';

/** The condition under which the editor shows a property. */
export type Show = Record<string, string[]>;

export const resourceProperty = (shown: readonly Resource[]): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	options: shown.map(({ displayName, value, description }) => ({
		name: displayName,
		value,
		description,
	})),
});

/** A list to select from, or an ID as text or expression. */
export const locator = (
	{ parameter, resource, displayName }: Reference & { displayName: string },
	description: string,
	show: Show = {},
): INodeProperties => ({
	displayName,
	name: parameter,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	displayOptions: { show },
	builderHint: {
		propertyHint:
			"Use mode 'id' for an expression or an ID that the user gave. Otherwise use mode 'list' with an empty value, for the user to select. Never make up an ID.",
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select a ${resource}…`,
			typeOptions: { searchListMethod: resource, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 123' },
	],
});

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

export const fieldsProperty = (
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

export const additionalFieldsProperty = (show: Show): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add field by name',
	displayOptions: { show },
	description: 'Fields that are not listed above. Use the names that the service expects.',
	...rowsOf('Field', 'field', [
		nameField({
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
		valueField({
			placeholder: 'e.g. 2026-12-31',
			displayOptions: { hide: { type: ['null'] } },
			description:
				'Value to send. With the type Text, an empty value is sent as an empty string. A list can be text with commas.',
		}),
	]),
});
