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
		description: `How to say which ${value} to update`,
		options: [
			{ name: 'ID', value: 'id', description: 'Pick it from a list, or give its ID' },
			{
				name: 'Matching Fields',
				value: 'match',
				description: `Find the ${value} by the values of some fields, and create it if there is none`,
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
						description: `Looks for the ${value} in this ${narrowedBy.resource} only, and creates it there. When this is empty all are looked through.`,
						displayOptions: { show },
					}),
				]
			: []),
		{
			displayName: 'If None Matches',
			name: 'noMatch',
			type: 'options',
			noDataExpression: true,
			default: 'stop',
			displayOptions: { show },
			description: `What to do when there is no ${value} with these values`,
			options: [
				{ name: `Create the ${displayName}`, value: 'create' },
				{
					name: 'Skip the Item',
					value: 'skip',
					description: 'Nothing is sent, and no item comes out',
				},
				{
					name: 'Stop With a Message',
					value: 'stop',
					description: "Or go on with an item that holds the message, where 'On Error' says so",
				},
			],
		},
		fieldsProperty(show, {
			mode: 'upsert',
			multiKeyMatch: true,
			matchingFieldsLabels: {
				title: 'Fields to Match On',
				description: `The ${value} is the one that holds these values`,
				hint: `The ${value} is the one that holds the values that you give these fields below`,
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
		description: "Whether to add the field '_result' to the output: created, updated or unchanged",
	},
	...listOptions.filter(({ name }) => name !== SKIP),
	{
		displayName: 'Send Whole Record',
		name: 'sendWholeRecord',
		type: 'boolean',
		default: false,
		description:
			'Whether an update sends all fields that the record has, with the changes in them. For a service that empties the fields that it is not sent.',
	},
	{
		displayName: 'Update All Matches',
		name: 'updateAllMatches',
		type: 'boolean',
		default: false,
		description:
			'Whether to update every record that matches. Otherwise an item that several match is refused.',
	},
];

export const matchOptions = onlyWhileMatching.map(whileMatching);
