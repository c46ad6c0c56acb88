import type { INodeProperties } from 'n8n-workflow';

import { resourceNamed, type Resource } from '../catalogue';
import { locator } from '../parameters/locator';
import { additionalFieldsProperty, fieldsProperty, type Show } from '../parameters/mapping';

/** What to do where no record matches. */
export type NoMatch = 'create' | 'skip' | 'stop';

/** Whether the record is found by its ID or by the values of its fields. */
export const findByProperty = ({ displayName, value }: Resource, show: Show): INodeProperties => ({
	displayName: `Find ${displayName} By`,
	name: 'findBy',
	type: 'options',
	noDataExpression: true,
	default: 'id',
	displayOptions: { show },
	description: `How to identify the ${value} to update`,
	options: [
		{ name: 'ID', value: 'id', description: 'Select it from a list or enter its ID' },
		{
			name: 'Matching Fields',
			value: 'match',
			description: `Find the ${value} by the values of one or more fields. You can have it created if none matches.`,
		},
	],
});

/** What is shown while it is found by its fields. */
export const matchProperties = (resource: Resource, show: Show): INodeProperties[] => [
	...narrowingProperty(resource, show),
	noMatchProperty(resource, show),
	fieldsProperty(show, {
		mode: 'upsert',
		multiKeyMatch: true,
		matchingFieldsLabels: {
			title: 'Fields to Match On',
			description: `The fields to compare when finding the ${resource.value} to update`,
			hint: `The node updates the ${resource.value} whose values in these fields match yours`,
		},
	}),
	additionalFieldsProperty(show),
];

const narrowingProperty = ({ value, narrowedBy }: Resource, show: Show): INodeProperties[] =>
	narrowedBy
		? [
				locator(narrowedBy.resource, {
					displayName: resourceNamed(narrowedBy.resource).displayName,
					name: narrowedBy.parameter,
					description: `Only search in this ${narrowedBy.resource}, and create a new ${value} in it. If empty, every ${value} that the service lists is searched.`,
					displayOptions: { show },
				}),
			]
		: [];

const noMatchProperty = ({ value, displayName }: Resource, show: Show): INodeProperties => ({
	displayName: 'If No Match Is Found',
	name: 'noMatch',
	type: 'options',
	noDataExpression: true,
	default: 'stop',
	displayOptions: { show },
	description: `What to do if no ${value} has these values`,
	options: [
		{ name: `Create ${displayName}`, value: 'create' },
		{ name: 'Skip Item', value: 'skip', description: 'Send nothing and output no item' },
		{
			name: 'Stop Workflow',
			value: 'stop',
			description: "Stop with a message, unless 'On Error' in the node settings is set to continue",
		},
	] satisfies Array<{ name: string; value: NoMatch; description?: string }>,
});
