import type { Settings } from '../settings/schema.ts';

/** The interface as the specification lists it (part 4): four groups, fourteen endpoints. */
export type Kind = 'user' | 'project' | 'task' | 'workflow';

export type Action = keyof Settings['success'];

export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	kind: Kind;
	action: Action;
}

export const endpoints: readonly Endpoint[] = [
	{ method: 'GET', path: '/v1/users', kind: 'user', action: 'list' },
	{ method: 'GET', path: '/v1/users/{id}', kind: 'user', action: 'get' },
	{ method: 'POST', path: '/v1/users', kind: 'user', action: 'invite' },
	{ method: 'DELETE', path: '/v1/users/{id}', kind: 'user', action: 'remove' },
	{ method: 'GET', path: '/v1/projects', kind: 'project', action: 'list' },
	{ method: 'POST', path: '/v1/projects', kind: 'project', action: 'create' },
	{ method: 'PUT', path: '/v1/projects/{id}', kind: 'project', action: 'update' },
	{ method: 'DELETE', path: '/v1/projects/{id}', kind: 'project', action: 'archive' },
	{ method: 'GET', path: '/v1/tasks', kind: 'task', action: 'list' },
	{ method: 'POST', path: '/v1/tasks', kind: 'task', action: 'create' },
	{ method: 'PUT', path: '/v1/tasks/{id}', kind: 'task', action: 'update' },
	{ method: 'DELETE', path: '/v1/tasks/{id}', kind: 'task', action: 'delete' },
	{ method: 'GET', path: '/v1/workflows', kind: 'workflow', action: 'list' },
	{ method: 'POST', path: '/v1/workflows/{id}/trigger', kind: 'workflow', action: 'trigger' },
];

/** Such as "GET /v1/users/{id}". */
export const routes = endpoints.map(({ method, path }) => `${method} ${path}`);

/** The name of the resource in the plural, as in the paths. */
export function pluralOf(kind: Kind): string {
	return `${kind}s`;
}
