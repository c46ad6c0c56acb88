import type { INodeProperties } from 'n8n-workflow';

import { listOperation, type Resource } from '../catalogue';
import { additionalFieldsProperty, fieldsProperty, locator, type Show } from './properties';

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
