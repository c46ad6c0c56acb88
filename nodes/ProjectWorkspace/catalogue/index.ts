import { project } from './project';
import { task } from './task';
import type { Endpoint, HttpMethod, Reference, Resource, ResourceName } from './types';
import { user } from './user';
import { workflow } from './workflow';

export type { Endpoint, HttpMethod, OptionalReference, Resource, ResourceName } from './types';

/** Every resource of the service, in the order of the editor's list. */
export const resources: readonly Resource[] = [project, task, user, workflow];

/** One operation of the node: an endpoint with the resource that it is listed under. */
export interface Operation {
	resource: Resource;
	/** The resource whose records it is about. */
	records: Resource;
	value: string;
	endpoint: Endpoint;
	method: HttpMethod;
	/** The path below the base address, with the names of its parameters in braces. */
	path: string;
	/** The records in the path, in its order. */
	pathReferences: readonly Reference[];
}

export const operationsOf = (resource: Resource): Operation[] =>
	Object.entries(resource.endpoints).map(([value, endpoint]) => {
		const [method, path] = endpoint.route.split(' ') as [HttpMethod, string]; // by the type Route
		const records = resourceNamed(endpoint.records ?? resource.value);
		return { resource, records, value, endpoint, method, path, pathReferences: referencesIn(path) };
	});

export const resourceNamed = (name: ResourceName): Resource =>
	known(
		resources.find(({ value }) => value === name),
		name,
	);

/** Name of the parameter that takes the ID of a record. */
export const idParameter = ({ value }: Pick<Resource, 'value'>) => `${value}Id`;

const referencesIn = (path: string): Reference[] =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => {
		const { value } = known(
			resources.find((resource) => idParameter(resource) === parameter),
			parameter,
		);
		return { parameter, resource: value };
	});

export const operations: readonly Operation[] = resources.flatMap(operationsOf);

export const findOperation = (resource: string, value: string): Operation | undefined =>
	operations.find((each) => each.resource.value === resource && each.value === value);

/** The operation that lists the records of a resource. */
export const listOperation = (name: ResourceName): Operation =>
	known(findOperation(name, resourceNamed(name).list), name);

/** The operation that creates a record of a resource that has one. */
export const createOperation = (name: ResourceName): Operation =>
	known(findOperation(name, resourceNamed(name).create ?? ''), name);

function known<T>(found: T | undefined, name: string): T {
	if (found === undefined) throw new TypeError(`The catalogue has nothing for "${name}".`);
	return found;
}
