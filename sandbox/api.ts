/** The interface as the specification lists it: four resources, fourteen endpoints, six events. */
export const resources = ['user', 'project', 'task', 'workflow'] as const;

export type Resource = (typeof resources)[number];

export type Action =
	| 'archive'
	| 'create'
	| 'delete'
	| 'get'
	| 'invite'
	| 'list'
	| 'remove'
	| 'trigger'
	| 'update';

export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	resource: Resource;
	action: Action;
}

export const endpoints: readonly Endpoint[] = [
	{ method: 'GET', path: '/v1/users', resource: 'user', action: 'list' },
	{ method: 'GET', path: '/v1/users/{id}', resource: 'user', action: 'get' },
	{ method: 'POST', path: '/v1/users', resource: 'user', action: 'invite' },
	{ method: 'DELETE', path: '/v1/users/{id}', resource: 'user', action: 'remove' },
	{ method: 'GET', path: '/v1/projects', resource: 'project', action: 'list' },
	{ method: 'POST', path: '/v1/projects', resource: 'project', action: 'create' },
	{ method: 'PUT', path: '/v1/projects/{id}', resource: 'project', action: 'update' },
	{ method: 'DELETE', path: '/v1/projects/{id}', resource: 'project', action: 'archive' },
	{ method: 'GET', path: '/v1/tasks', resource: 'task', action: 'list' },
	{ method: 'POST', path: '/v1/tasks', resource: 'task', action: 'create' },
	{ method: 'PUT', path: '/v1/tasks/{id}', resource: 'task', action: 'update' },
	{ method: 'DELETE', path: '/v1/tasks/{id}', resource: 'task', action: 'delete' },
	{ method: 'GET', path: '/v1/workflows', resource: 'workflow', action: 'list' },
	{ method: 'POST', path: '/v1/workflows/{id}/trigger', resource: 'workflow', action: 'trigger' },
];

export const eventNames = [
	'task.created',
	'task.updated',
	'task.completed',
	'project.created',
	'workflow.run.completed',
	'user.invited',
] as const;

export type EventName = (typeof eventNames)[number];

/** The endpoint of a request, and the ID in its path. */
export function findEndpoint(
	method: string,
	path: string,
): { endpoint: Endpoint; id: string } | undefined {
	const parts = path.split('/');

	for (const endpoint of endpoints) {
		const expected = endpoint.path.split('/');
		const fits = expected.every((part, index) => part === '{id}' || part === parts[index]);
		if (endpoint.method !== method || expected.length !== parts.length || !fits) continue;

		return { endpoint, id: decoded(parts[expected.indexOf('{id}')]) };
	}

	return undefined;
}

/** As it is if it is not encoded correctly: no record has such an ID. */
function decoded(id = ''): string {
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}
