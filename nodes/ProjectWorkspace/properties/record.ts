import type { INodeProperties, INodePropertyMode, IParameterBuilderHint } from 'n8n-workflow';

import type { ResourceName } from '../resources';

/** When the editor shows a property: the values of others. */
export type Show = Record<string, string[]>;

/** By name from a list of the service's records, or by ID. In an object, because n8n's lint knows modes by their name. */
const selection = (resource: ResourceName): { modes: INodePropertyMode[] } => ({
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

/** For builders of workflows, who cannot guess how the editor saves a selection. */
const locatorHint: IParameterBuilderHint = {
	propertyHint:
		"{ __rl: true, mode: 'id', value: '123' }, or an expression as the value. For the user to select it later, the mode is 'list' and the value ''.",
};

export const userLocator: INodeProperties = {
	displayName: 'User',
	name: 'userId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: selection('user').modes,
	builderHint: locatorHint,
	displayOptions: { show: { resource: ['user'], operation: ['get', 'remove'] } },
	description: 'Select a user from the list, or enter an ID',
};

export const workflowLocator: INodeProperties = {
	displayName: 'Workflow',
	name: 'workflowId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: selection('workflow').modes,
	builderHint: locatorHint,
	displayOptions: { show: { resource: ['workflow'], operation: ['get', 'trigger'] } },
	description: 'Select a workflow of Project Workspace from the list, or enter an ID',
};

export const projectLocator = (show: Show): INodeProperties => ({
	displayName: 'Project',
	name: 'projectId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: selection('project').modes,
	builderHint: locatorHint,
	displayOptions: { show },
	description: 'Select a project from the list, or enter an ID',
});

export const taskLocator = (show: Show): INodeProperties => ({
	displayName: 'Task',
	name: 'taskId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: selection('task').modes,
	builderHint: locatorHint,
	displayOptions: { show },
	description: 'Select a task from the list, or enter an ID',
});

/** The project of tasks to list, to search or to create. It is not sent at all if it is empty. */
export const projectOfTasks = (description: string, show: Show): INodeProperties => ({
	displayName: 'Project',
	name: 'projectId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: selection('project').modes,
	builderHint: locatorHint,
	displayOptions: { show },
	description,
});

export const taskProjects: INodeProperties[] = [
	projectOfTasks(
		'Only return tasks of this project. Leave empty to return all that the service lists.',
		{
			resource: ['task'],
			operation: ['getAll'],
		},
	),
	projectOfTasks('Project to create the task in. Leave empty to send no project.', {
		resource: ['task'],
		operation: ['create'],
	}),
	projectOfTasks(
		'Only search in this project, and create new tasks in it. Leave empty to search all tasks.',
		{ resource: ['task'], operation: ['upsert'] },
	),
	projectOfTasks('Only search in this project. Leave empty to search all tasks.', {
		resource: ['task'],
		operation: ['update'],
		findBy: ['match'],
	}),
];
