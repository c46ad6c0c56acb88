import type { Resource } from './types';

export const project = {
	name: 'project',
	displayName: 'Project',
	plural: 'projects',
	endpoints: {
		getAll: { kind: 'list', route: 'GET /projects' },
		get: { kind: 'lookup', route: 'GET /projects' },
		create: { kind: 'request', route: 'POST /projects', result: 'created', body: 'required' },
		update: {
			kind: 'update',
			route: 'PUT /projects/{projectId}',
			result: 'updated',
			body: 'required',
		},
		upsert: { kind: 'upsert', route: 'PUT /projects/{projectId}' },
		archive: { kind: 'request', route: 'DELETE /projects/{projectId}', result: 'archived' },
	},
} as const satisfies Resource;
