import type { INodeProperties } from 'n8n-workflow';

import type { Reference, Resource } from '../catalogue';
import type { Show } from './bodyProperties';

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
