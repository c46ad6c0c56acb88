import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from '../catalogue';
import { resourceNamed } from '../catalogue';
import { additionalFieldsProperty, fieldsProperty } from './body';
import { listOptions, SKIP } from './listOptions';
import { locator } from './locator';

/** An update can find its record by fields instead of by the ID, and create it if there is none. */
export const canFind = ({ method, endpoint }: Operation) => method === 'PUT' && endpoint.body;

export function findByProperty(
	{ displayName, value }: Resource,
	show: Record<string, string[]>,
): INodeProperties {
	return {
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
	};
}

/** What is shown while Matching Fields is chosen. */
export function matchProperties(
	{ value, displayName, narrowedBy }: Resource,
	show: Record<string, string[]>,
): INodeProperties[] {
	return [
		...(narrowedBy
			? [
					locator(narrowedBy.resource, {
						displayName: resourceNamed(narrowedBy.resource).displayName,
						name: narrowedBy.parameter,
						description: `Only search in this ${narrowedBy.resource}, and create a new ${value} in it. If empty, every ${value} that the service lists is searched.`,
						displayOptions: { show },
					}),
				]
			: []),
		{
			displayName: 'If No Match Is Found',
			name: 'noMatch',
			type: 'options',
			noDataExpression: true,
			default: 'stop',
			displayOptions: { show },
			description: `What to do if no ${value} has these values`,
			options: [
				{ name: `Create ${displayName}`, value: 'create' },
				{
					name: 'Skip Item',
					value: 'skip',
					description: 'Send nothing and output no item',
				},
				{
					name: 'Stop Workflow',
					value: 'stop',
					description: "Stop with a message, unless 'On Error' in the node settings is set to continue",
				},
			],
		},
		fieldsProperty(show, {
			mode: 'upsert',
			multiKeyMatch: true,
			matchingFieldsLabels: {
				title: 'Fields to Match On',
				description: `The fields to compare when finding the ${value} to update`,
				hint: `The node updates the ${value} whose values in these fields match yours`,
			},
		}),
		additionalFieldsProperty(show),
	];
}

/** An option that has a meaning only there. */
export const whileMatching = (option: INodeProperties): INodeProperties => ({
	...option,
	displayOptions: { show: { '/findBy': ['match'] } },
});

/** How the list is read in which the record is looked for, and what is done with several. */
const onlyWhileMatching: INodeProperties[] = [
	{
		displayName: 'Include Result',
		name: 'includeResult',
		type: 'boolean',
		default: false,
		description: "Whether to add a '_result' field to the output (created, updated or unchanged)",
	},
	...listOptions.filter(({ name }) => name !== SKIP),
	{
		displayName: 'Send Whole Record',
		name: 'sendWholeRecord',
		type: 'boolean',
		default: false,
		description:
			"Whether to send the record's existing values along with your changes. Turn this on if updates clear the fields you leave out.",
	},
	{
		displayName: 'Update All Matches',
		name: 'updateAllMatches',
		type: 'boolean',
		default: false,
		description:
			'Whether to update every matching record. If off, an item that matches several records is rejected.',
	},
];

export const matchOptions = onlyWhileMatching.map(whileMatching);
