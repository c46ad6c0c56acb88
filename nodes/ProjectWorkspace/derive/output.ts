import type { INodeProperties } from 'n8n-workflow';

import { MOST_FIELDS } from '../output/shape';

/**
 * How much of each record goes on. A workflow gets all of it unless the person says otherwise, so that
 * nothing is missing later; an AI agent gets the simplified form, so that it is not flooded.
 */
export function outputProperties(show: Record<string, string[]>): INodeProperties[] {
	return [
		outputProperty('raw', { ...show, '@tool': [false] }),
		outputProperty('simplified', { ...show, '@tool': [true] }),
		{
			displayName: 'Fields to Return',
			name: 'outputFields',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { ...show, output: ['selected'] } },
			placeholder: 'e.g. name, owner.email',
			description: 'Names of the fields, separated by commas. A full stop leads into an object.',
		},
	];
}

const outputProperty = (
	unset: string,
	show: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: unset,
	displayOptions: { show },
	description: 'How much of each record to return',
	options: [
		{ name: 'Raw', value: 'raw', description: 'Every field, as the service gives it' },
		{ name: 'Selected Fields', value: 'selected', description: 'Only the fields that you name' },
		{
			name: 'Simplified',
			value: 'simplified',
			description: `At most ${MOST_FIELDS} fields: the ID, the name, then other plain values`,
		},
	],
});
