import type { Resource } from './types';

export const project = {
	value: 'project',
	displayName: 'Project',
	plural: 'projects',
	description: 'A unit of work in the workspace',
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
			body: { example: '{ "name": "Website relaunch" }' },
		},
		upsert: {
			name: 'Create or Update',
			action: 'Create or update a project',
			description:
				'Create a project, or update it if one with the same values in the matching fields exists (upsert, sync)',
		},
		get: {
			route: 'GET /projects',
			name: 'Get',
			action: 'Get a project',
			description: 'Get a project by its ID, from the list of projects',
			answer: { gives: 'record', done: 'found' },
			isInList: true,
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
				'Update a project by its ID or by matching fields. The service does not document whether fields you leave out keep their values.',
			answer: { gives: 'record', done: 'updated' },
			body: { example: '{ "name": "Website relaunch" }' },
			canMatch: true,
		},
	},
} as const satisfies Resource;
