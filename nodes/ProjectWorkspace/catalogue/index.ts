import { project } from './project';
import { task } from './task';
import type { Endpoint, HttpMethod, Resource, ResourceName } from './types';
import { user } from './user';
import { workflow } from './workflow';

export type {
	Answer,
	Endpoint,
	HttpMethod,
	OptionalReference,
	Resource,
	ResourceName,
} from './types';

/** Every resource of the service, in the order of the editor's list. */
export const resources: readonly Resource[] = [project, task, user, workflow];

/** One operation of the node: the entry of the catalogue with the resource that it stands under. */
export interface Operation {
	resource: Resource;
	value: string;
	endpoint: Endpoint;
	method: HttpMethod;
	/** The path below the base address; `{id}` is still in it. */
	path: string;
	/** Whether the path addresses one record. */
	hasId: boolean;
}

export const operations: readonly Operation[] = resources.flatMap((resource) =>
	Object.entries(resource.endpoints).map(([value, endpoint]) => {
		const [method, path] = endpoint.route.split(' ') as [HttpMethod, string]; // by the type Route
		return { resource, value, endpoint, method, path, hasId: path.includes('{id}') };
	}),
);

export function findOperation(resource: string, operation: string): Operation | undefined {
	return operations.find((entry) => entry.resource.value === resource && entry.value === operation);
}

export function resourceNamed(name: ResourceName): Resource {
	const found = resources.find(({ value }) => value === name);
	if (!found) throw new TypeError(`The catalogue has no resource "${name}".`);
	return found;
}

/** The operation that lists a resource: every resource of the service has one. */
export function listOperation(name: ResourceName): Operation {
	const found = operations.find(
		({ resource, endpoint }) => resource.value === name && endpoint.answer.gives === 'list',
	);
	if (!found) throw new TypeError(`The catalogue has no list for "${name}".`);
	return found;
}

/** The operation that makes a record of a resource that can be updated. */
export function createOperation(name: ResourceName): Operation {
	const found = operations.find(
		({ resource, method, hasId }) => resource.value === name && method === 'POST' && !hasId,
	);
	if (!found) throw new TypeError(`The catalogue has no way to create a "${name}".`);
	return found;
}
