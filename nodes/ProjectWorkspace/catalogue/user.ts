import type { Resource } from './types';

export const user = {
	value: 'user',
	displayName: 'User',
	plural: 'users',
	description: 'A member of the organization',
	endpoints: {
		get: {
			route: 'GET /users/{userId}',
			name: 'Get',
			action: 'Get a user',
			description: 'Get a member of the organization by ID',
			answer: { gives: 'record', done: 'found' },
		},
		getAll: {
			route: 'GET /users',
			name: 'Get Many',
			action: 'Get many users',
			description: 'List the members of the organization',
			answer: { gives: 'list' },
		},
		invite: {
			route: 'POST /users',
			name: 'Invite',
			action: 'Invite a user',
			description: 'Invite a person to the organization',
			answer: { gives: 'record', done: 'invited' },
			body: { example: '{ "email": "ada@example.com" }' },
		},
		remove: {
			route: 'DELETE /users/{userId}',
			name: 'Remove',
			action: 'Remove a user',
			description:
				'Remove a member from the organization (destructive: only a new invitation can bring them back)',
			answer: { gives: 'record', done: 'removed' },
		},
	},
} as const satisfies Resource;
