import type { Resource } from './types';

export const project = {
	value: 'project',
	displayName: 'Project',
	plural: 'projects',
	description: 'A unit of work in the workspace',
	list: 'getAll',
	create: 'create',
	endpoints: {
		archive: {
			route: 'DELETE /projects/{projectId}',
			name: 'Archive',
			action: 'Archive a project',
			description: 'Archive a project (destructive: no documented way to restore it)',
			answer: { gives: 'record', done: 'archived' },
		},
		create: {
			route: 'POST /projects',
			name: 'Create',
			action: 'Create a project',
			description: 'Create a project',
			answer: { gives: 'record', done: 'created' },
			body: 'open',
		},
		getAll: {
			route: 'GET /projects',
			name: 'Get Many',
			action: 'Get many projects',
			description: 'List the projects of the workspace',
			answer: { gives: 'list' },
		},
		update: {
			route: 'PUT /projects/{projectId}',
			name: 'Update',
			action: 'Update a project',
			description:
				'Update a project, or optionally create it if none matches. The service does not document whether fields you leave out keep their values.',
			answer: { gives: 'record', done: 'updated' },
			body: 'open',
			canMatch: true,
		},
	},
} as const satisfies Resource;
