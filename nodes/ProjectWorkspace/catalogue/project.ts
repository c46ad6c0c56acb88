import type { Resource } from './types';

export const project = {
	value: 'project',
	displayName: 'Project',
	plural: 'projects',
	idParameter: 'projectId',
	description: 'A unit of work in the workspace',
	endpoints: {
		archive: {
			route: 'DELETE /projects/{id}',
			name: 'Archive',
			action: 'Archive a project',
			description: 'Archive a project (destructive: the service documents no way to bring it back)',
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
			route: 'PUT /projects/{id}',
			name: 'Update',
			action: 'Update a project',
			description:
				'Update a project; can create it if no project matches. Whether fields that are not sent keep their values is not documented.',
			answer: { gives: 'record', done: 'updated' },
			body: 'open',
		},
	},
} as const satisfies Resource;
