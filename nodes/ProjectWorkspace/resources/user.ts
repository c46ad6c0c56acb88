import type { Resource } from './types';

export const user = {
	name: 'user',
	displayName: 'User',
	plural: 'users',
	endpoints: {
		getAll: { kind: 'list', route: 'GET /users' },
		get: { kind: 'request', route: 'GET /users/{userId}' },
		invite: { kind: 'request', route: 'POST /users', result: 'invited', body: 'required' },
		remove: { kind: 'request', route: 'DELETE /users/{userId}', result: 'removed' },
	},
} as const satisfies Resource;
