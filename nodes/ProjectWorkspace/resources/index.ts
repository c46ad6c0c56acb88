import { project } from './project';
import { task } from './task';
import type { Endpoint, HttpMethod, Resource, ResourceName } from './types';
import { user } from './user';
import { workflow } from './workflow';

export type * from './types';

export const resourcesByName: Readonly<Record<ResourceName, Resource>> = {
	project,
	task,
	user,
	workflow,
};

/** Every resource of the service. */
export const resources: readonly Resource[] = Object.values(resourcesByName);

/** One endpoint of a resource, with its route taken apart. */
export interface Operation {
	resource: Resource;
	endpoint: Endpoint;
	method: HttpMethod;
	/** Below the base URL, with the name of a parameter in braces: `/tasks/{taskId}`. */
	path: string;
}

export function findOperation(resourceName: ResourceName, name: string): Operation | undefined {
	const resource = resourcesByName[resourceName];
	const endpoint = resource.endpoints[name];
	if (!endpoint) return undefined;

	const [method, path] = endpoint.route.split(' ') as [HttpMethod, string]; // by the type of `route`
	return { resource, endpoint, method, path };
}

/** The same, for names that the code writes itself. */
export function operationOf(resourceName: ResourceName, name: string): Operation {
	const operation = findOperation(resourceName, name);
	if (!operation) throw new TypeError(`There is no endpoint "${name}" of "${resourceName}".`);
	return operation;
}

/** `taskId`: the name of the parameter that has the ID of a record. */
export const idParameter = (resourceName: ResourceName): string => `${resourceName}Id`;
