import type { INodeProperties } from 'n8n-workflow';

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

export const projectOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'getAll',
	displayOptions: { show: { resource: ['project'] } },
	options: [
		{
			name: 'Archive',
			value: 'archive',
			action: 'Archive a project',
			description: 'Archive a project (destructive: no documented way to restore it)',
		},
		{
			name: 'Create',
			value: 'create',
			action: 'Create a project',
			description: 'Create a project',
		},
		{
			name: 'Create or Update',
			value: 'upsert',
			action: 'Create or update a project',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get a project',
			description: 'Get a project by its ID, from the list of projects',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many projects',
			description: 'List the projects of the workspace',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update a project',
			description: 'Update a project by its ID or by matching fields',
		},
	],
};

export const taskOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'getAll',
	displayOptions: { show: { resource: ['task'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create a task',
			description: 'Create a task, optionally in a project',
		},
		{
			name: 'Create or Update',
			value: 'upsert',
			action: 'Create or update a task',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete a task',
			description: 'Delete a task (destructive: no documented way to restore it)',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get a task',
			description: 'Get a task by its ID, from the list of tasks',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many tasks',
			description: 'List tasks, optionally only those of one project',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update a task',
			description: 'Update a task by its ID or by matching fields',
		},
	],
};

export const userOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'getAll',
	displayOptions: { show: { resource: ['user'] } },
	options: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get a user',
			description: 'Get a member of the organization by ID',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many users',
			description: 'List the members of the organization',
		},
		{
			name: 'Invite',
			value: 'invite',
			action: 'Invite a user',
			description: 'Invite a person to the organization',
		},
		{
			name: 'Remove',
			value: 'remove',
			action: 'Remove a user',
			description:
				'Remove a member from the organization (destructive: only a new invitation can bring them back)',
		},
	],
};

export const workflowOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'getAll',
	displayOptions: { show: { resource: ['workflow'] } },
	options: [
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many workflows',
			description: 'List the workflows of the workspace',
		},
		{
			name: 'Trigger',
			value: 'trigger',
			action: 'Trigger a workflow',
			description: 'Start a workflow run, optionally with input',
		},
	],
};
