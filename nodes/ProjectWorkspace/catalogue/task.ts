import type { Resource } from './types';

export const task = {
	value: 'task',
	displayName: 'Task',
	plural: 'tasks',
	idParameter: 'taskId',
	description: 'A unit of work that belongs to one project',
	narrowedBy: {
		parameter: 'taskProjectId',
		resource: 'project',
		displayName: 'Project of the Task',
		description:
			'Narrows the list of tasks below to this project. It is not sent with the request.',
		sendAs: 'project_id',
	},
	endpoints: {
		create: {
			route: 'POST /tasks',
			name: 'Create',
			action: 'Create a task',
			description: 'Create a task, in a project if one is chosen',
			answer: { gives: 'record', done: 'created' },
			body: 'open',
			references: [
				{
					parameter: 'projectId',
					resource: 'project',
					displayName: 'Project',
					description: 'The project that the task belongs to. Nothing is sent when this is empty.',
					sendAs: 'project_id',
					sendIn: 'bodyOrQuery',
				},
			],
		},
		delete: {
			route: 'DELETE /tasks/{id}',
			name: 'Delete',
			action: 'Delete a task',
			description: 'Delete a task (destructive: the service documents no way to bring it back)',
			answer: { gives: 'record', done: 'deleted' },
		},
		getAll: {
			route: 'GET /tasks',
			name: 'Get Many',
			action: 'Get many tasks',
			description: 'List tasks, of one project if one is chosen',
			answer: { gives: 'list' },
			references: [
				{
					parameter: 'projectId',
					resource: 'project',
					displayName: 'Project',
					description:
						'List the tasks of this project only. When this is empty no filter is sent, and the service decides which tasks it lists.',
					sendAs: 'project_id',
					sendIn: 'query',
				},
			],
		},
		update: {
			route: 'PUT /tasks/{id}',
			name: 'Update',
			action: 'Update a task',
			description:
				'Update a task; can create it if no task matches. Whether fields that are not sent keep their values is not documented.',
			answer: { gives: 'record', done: 'updated' },
			body: 'open',
		},
	},
} as const satisfies Resource;
