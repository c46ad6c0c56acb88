import type { Resource } from './types';

export const task = {
	name: 'task',
	displayName: 'Task',
	plural: 'tasks',
	endpoints: {
		getAll: { kind: 'list', route: 'GET /tasks', projectIn: 'query' },
		get: { kind: 'lookup', route: 'GET /tasks' },
		create: {
			kind: 'request',
			route: 'POST /tasks',
			result: 'created',
			body: 'required',
			projectIn: 'body',
		},
		update: { kind: 'update', route: 'PUT /tasks/{taskId}', result: 'updated', body: 'required' },
		upsert: { kind: 'upsert', route: 'PUT /tasks/{taskId}' },
		delete: { kind: 'request', route: 'DELETE /tasks/{taskId}', result: 'deleted' },
	},
} as const satisfies Resource;
