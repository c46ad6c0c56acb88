import type { Resource } from './types';

export const project = {
	value: 'project',
	displayName: 'Project',
	plural: 'projects',
	description: 'A unit of work in the workspace',
	endpoints: {
		archive: {
			kind: 'request',
			route: 'DELETE /projects/{projectId}',
			name: 'Archive',
			action: 'Archive a project',
			description: 'Archive a project (destructive: no documented way to restore it)',
			result: 'archived',
		},
		create: {
			kind: 'request',
			route: 'POST /projects',
			name: 'Create',
			action: 'Create a project',
			description: 'Create a project',
			result: 'created',
			body: { example: '{ "name": "Website relaunch" }' },
		},
		upsert: {
			kind: 'upsert',
			name: 'Create or Update',
			action: 'Create or update a project',
			description:
				'Create a project, or update it if one with the same values in the matching fields exists (upsert, sync)',
		},
		get: {
			kind: 'lookup',
			route: 'GET /projects',
			name: 'Get',
			action: 'Get a project',
			description: 'Get a project by its ID, from the list of projects',
		},
		getAll: {
			kind: 'list',
			route: 'GET /projects',
			name: 'Get Many',
			action: 'Get many projects',
			description: 'List the projects of the workspace',
		},
		update: {
			kind: 'update',
			route: 'PUT /projects/{projectId}',
			name: 'Update',
			action: 'Update a project',
			description:
				'Update a project by its ID or by matching fields. The service does not document whether fields you leave out keep their values.',
			result: 'updated',
			body: { example: '{ "name": "Website relaunch" }' },
		},
	},
} as const satisfies Resource;
