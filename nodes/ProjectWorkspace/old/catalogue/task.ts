import type { Resource } from './types';

export const task = {
	value: 'task',
	displayName: 'Task',
	plural: 'tasks',
	description: 'A unit of work that belongs to one project',
	narrowedBy: {
		parameter: 'taskProjectId',
		resource: 'project',
		displayName: 'Filter Tasks by Project',
		description:
			'Limits the list of tasks above to those of this project. It is not sent with the request.',
		sendAs: 'project_id',
	},
	endpoints: {
		create: {
			kind: 'request',
			route: 'POST /tasks',
			name: 'Create',
			action: 'Create a task',
			description: 'Create a task, optionally in a project',
			result: 'created',
			body: { example: '{ "title": "Order the boxes" }' },
			references: [
				{
					parameter: 'projectId',
					resource: 'project',
					displayName: 'Project',
					description: 'Project to create the task in. Leave empty to send no project.',
					sendAs: 'project_id',
					sendIn: 'bodyOrQuery',
				},
			],
		},
		upsert: {
			kind: 'upsert',
			name: 'Create or Update',
			action: 'Create or update a task',
			description:
				'Create a task, or update it if one with the same values in the matching fields exists (upsert, sync)',
		},
		delete: {
			kind: 'request',
			route: 'DELETE /tasks/{taskId}',
			name: 'Delete',
			action: 'Delete a task',
			description: 'Delete a task (destructive: no documented way to restore it)',
			result: 'deleted',
		},
		get: {
			kind: 'lookup',
			route: 'GET /tasks',
			name: 'Get',
			action: 'Get a task',
			description: 'Get a task by its ID, from the list of tasks',
		},
		getAll: {
			kind: 'list',
			route: 'GET /tasks',
			name: 'Get Many',
			action: 'Get many tasks',
			description: 'List tasks, optionally only those of one project',
			references: [
				{
					parameter: 'projectId',
					resource: 'project',
					displayName: 'Project',
					description:
						'Only return tasks of this project. If empty, no project filter is sent and the service decides which tasks to return.',
					sendAs: 'project_id',
					sendIn: 'query',
				},
			],
		},
		update: {
			kind: 'update',
			route: 'PUT /tasks/{taskId}',
			name: 'Update',
			action: 'Update a task',
			description:
				'Update a task by its ID or by matching fields. The service does not document whether fields you leave out keep their values.',
			result: 'updated',
			body: { example: '{ "title": "Order the boxes" }' },
		},
	},
} as const satisfies Resource;
