import type { INodeProperties } from 'n8n-workflow';

import { idParameter, resourcesByName, type ResourceName } from '../resources';

/** When the editor shows a property: the values of others. */
export type Show = Record<string, string[]>;

/** Where a record is selected: from a list of the service's records by its name, or by its ID. */
export const locator = (
	resource: ResourceName,
	description: string,
	show: Show,
): INodeProperties => ({
	displayName: resourcesByName[resource].displayName,
	name: idParameter(resource),
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
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
	// For builders of workflows, who cannot guess how the editor saves a selection.
	builderHint: {
		propertyHint:
			"{ __rl: true, mode: 'id', value: '123' }, or an expression as the value. For the user to select it later, the mode is 'list' and the value ''.",
	},
	displayOptions: { show },
	description,
});

/** The record that an operation is about. */
export const recordLocator = (resource: ResourceName, show: Show): INodeProperties => ({
	...locator(resource, `Select a ${resource} from the list, or enter an ID`, {
		resource: [resource],
		...show,
	}),
	required: true,
});

/** The project of tasks to list, to search or to create. It is not sent at all if it is empty. */
export const taskProjects: INodeProperties[] = [
	locator(
		'project',
		'Only return tasks of this project. Leave empty to return all that the service lists.',
		{
			resource: ['task'],
			operation: ['getAll'],
		},
	),
	locator('project', 'Project to create the task in. Leave empty to send no project.', {
		resource: ['task'],
		operation: ['create'],
	}),
	locator(
		'project',
		'Only search in this project, and create new tasks in it. Leave empty to search all tasks.',
		{ resource: ['task'], operation: ['upsert'] },
	),
	locator('project', 'Only search in this project. Leave empty to search all tasks.', {
		resource: ['task'],
		operation: ['update'],
		findBy: ['match'],
	}),
];
