import type { Reference, Resource } from './types';

/** Only the filter of the list is documented; where a new task has its project is not. */
const project = {
	parameter: 'projectId',
	displayName: 'Project',
	resource: 'project',
	sendAs: 'project_id',
} as const satisfies Omit<Reference, 'sendIn'>;

export const task = {
	value: 'task',
	displayName: 'Task',
	plural: 'tasks',
	endpoints: {
		getAll: { kind: 'list', route: 'GET /tasks', references: [{ ...project, sendIn: 'query' }] },
		get: { kind: 'lookup', route: 'GET /tasks' },
		create: {
			kind: 'request',
			route: 'POST /tasks',
			result: 'created',
			body: 'required',
			references: [{ ...project, sendIn: 'bodyOrQuery' }],
		},
		update: { kind: 'update', route: 'PUT /tasks/{taskId}', result: 'updated', body: 'required' },
		delete: { kind: 'request', route: 'DELETE /tasks/{taskId}', result: 'deleted' },
	},
} as const satisfies Resource;
