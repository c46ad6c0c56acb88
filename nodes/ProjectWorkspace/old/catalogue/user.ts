import type { Resource } from './types';

export const user = {
	value: 'user',
	displayName: 'User',
	plural: 'users',
	description: 'A member of the organization',
	endpoints: {
		get: {
			kind: 'request',
			route: 'GET /users/{userId}',
			name: 'Get',
			action: 'Get a user',
			description: 'Get a member of the organization by ID',
		},
		getAll: {
			kind: 'list',
			route: 'GET /users',
			name: 'Get Many',
			action: 'Get many users',
			description: 'List the members of the organization',
		},
		invite: {
			kind: 'request',
			route: 'POST /users',
			name: 'Invite',
			action: 'Invite a user',
			description: 'Invite a person to the organization',
			result: 'invited',
			body: { example: '{ "email": "ada@example.com" }' },
		},
		remove: {
			kind: 'request',
			route: 'DELETE /users/{userId}',
			name: 'Remove',
			action: 'Remove a user',
			description:
				'Remove a member from the organization (destructive: only a new invitation can bring them back)',
			result: 'removed',
		},
	},
} as const satisfies Resource;
