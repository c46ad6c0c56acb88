import type { INodeProperties } from 'n8n-workflow';

import { resourceNamed, type Resource, type ResourceName } from '../catalogue';

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
export function locator(
	target: ResourceName,
	property: Omit<INodeProperties, 'type' | 'default'>,
): INodeProperties {
	const { displayName } = resourceNamed(target);
	return {
		...property,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		builderHint: {
			propertyHint:
				"Use mode 'id' for an expression or an ID that the user gave. Otherwise use mode 'list' with an empty value, for the user to select. Never make up an ID.",
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName.toLowerCase()}…`,
				typeOptions: { searchListMethod: searchMethodName(target), searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 123',
			},
		],
	};
}

/** Name under which `methods.listSearch` offers the records of a resource. */
export const searchMethodName = (target: ResourceName) =>
	`search${resourceNamed(target).displayName}s`;
