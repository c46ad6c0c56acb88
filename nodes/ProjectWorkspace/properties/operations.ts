import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ResourceName } from '../resources';

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	options: [
		{ name: 'Project', value: 'project', description: 'A unit of work in the workspace' },
		{ name: 'Task', value: 'task', description: 'A unit of work that belongs to one project' },
		{ name: 'User', value: 'user', description: 'A member of the organization' },
		{
			name: 'Workflow',
			value: 'workflow',
			description: 'An automation in Project Workspace that you can trigger',
		},
	],
};

const operationsOf = (
	resource: ResourceName,
	options: INodePropertyOptions[],
): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'getAll',
	displayOptions: { show: { resource: [resource] } },
	options,
});

export const projectOperations = operationsOf('project', [
	{
		name: 'Archive',
		value: 'archive',
		action: 'Archive project',
		description: 'Archive a project (destructive: no documented way to restore it)',
	},
	{
		name: 'Create',
		value: 'create',
		action: 'Create project',
		description: 'Create a new project',
	},
	{
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update project',
		description: 'Create a new project, or update the current one if it already exists (upsert)',
	},
	{
		name: 'Get',
		value: 'get',
		action: 'Get project',
		description: 'Retrieve a project by its ID, from the list of projects',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many projects',
		description: 'Retrieve a list of projects',
	},
	{
		name: 'Update',
		value: 'update',
		action: 'Update project',
		description: 'Update one or more projects, by ID or by matching fields',
	},
]);

export const taskOperations = operationsOf('task', [
	{
		name: 'Create',
		value: 'create',
		action: 'Create task',
		description: 'Create a new task, optionally in a project',
	},
	{
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update task',
		description: 'Create a new task, or update the current one if it already exists (upsert)',
	},
	{
		name: 'Delete',
		value: 'delete',
		action: 'Delete task',
		description: 'Delete a task (destructive: no documented way to restore it)',
	},
	{
		name: 'Get',
		value: 'get',
		action: 'Get task',
		description: 'Retrieve a task by its ID, from the list of tasks',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many tasks',
		description: 'Retrieve a list of tasks, optionally only those of one project',
	},
	{
		name: 'Update',
		value: 'update',
		action: 'Update task',
		description: 'Update one or more tasks, by ID or by matching fields',
	},
]);

export const userOperations = operationsOf('user', [
	{
		name: 'Get',
		value: 'get',
		action: 'Get user',
		description: 'Retrieve a user of the organization by ID',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many users',
		description: 'Retrieve a list of users of the organization',
	},
	{
		name: 'Invite',
		value: 'invite',
		action: 'Invite user',
		description: 'Invite a new user to the organization',
	},
	{
		name: 'Remove',
		value: 'remove',
		action: 'Remove user',
		description:
			'Remove a user from the organization (destructive: only a new invitation can bring them back)',
	},
]);

export const workflowOperations = operationsOf('workflow', [
	{
		name: 'Get',
		value: 'get',
		action: 'Get workflow',
		description: 'Retrieve a workflow by its ID, from the list of workflows',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many workflows',
		description: 'Retrieve a list of workflows',
	},
	{
		name: 'Trigger',
		value: 'trigger',
		action: 'Trigger workflow',
		description: 'Start a run of a workflow, optionally with input',
	},
]);
