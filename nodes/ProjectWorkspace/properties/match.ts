import type { INodeProperties } from 'n8n-workflow';

import type { Show } from './record';

/** Whether an update finds its record by its ID or by the values of its fields. */
export const findBy: INodeProperties = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	noDataExpression: true,
	default: 'id',
	displayOptions: { show: { resource: ['project', 'task'], operation: ['update'] } },
	description: 'How to identify the record to update',
	options: [
		{ name: 'ID', value: 'id', description: 'Select it from a list or enter its ID' },
		{
			name: 'Matching Fields',
			value: 'match',
			description: 'Find it by the values of one or more fields',
		},
	],
};

export const noMatch: INodeProperties = {
	displayName: 'If No Match Is Found',
	name: 'noMatch',
	type: 'options',
	noDataExpression: true,
	default: 'stop',
	displayOptions: {
		show: { resource: ['project', 'task'], operation: ['update'], findBy: ['match'] },
	},
	description:
		"What to do if no record has these values. To create it, use the operation 'Create or Update'.",
	options: [
		{ name: 'Skip Item', value: 'skip', description: 'Send nothing and output no item' },
		{
			name: 'Stop Workflow',
			value: 'stop',
			description: "Stop with a message, unless 'On Error' in the node settings is set to continue",
		},
	],
};

export const fieldsToMatch = (mode: 'update' | 'upsert', show: Show): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show },
	typeOptions: {
		loadOptionsDependsOn: ['resource'],
		resourceMapper: {
			resourceMapperMethod: 'getFields',
			mode,
			multiKeyMatch: true,
			matchingFieldsLabels: {
				title: 'Fields to Match On',
				description: 'The fields to compare when finding the record to update',
				hint: 'The record whose values in these fields match yours is updated',
			},
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			supportAutoMap: true,
			hideNoDataError: true,
			valuesLabel: 'Fields to Send',
		},
	},
});
