import { project } from './project';
import { task } from './task';
import type { Endpoint, HttpMethod, Reference, Resource, ResourceName } from './types';
import { user } from './user';
import { workflow } from './workflow';

export type * from './types';

const resourcesByName: Readonly<Record<ResourceName, Resource>> = { project, task, user, workflow };

/** Every resource of the service, in the order of the editor's list. */
export const resources = Object.values(resourcesByName);

export const resourceNamed = (name: ResourceName) => resourcesByName[name];

/** One operation of the node: an endpoint with the resource that it is listed under. */
export interface Operation {
	kind: Endpoint['kind'];
	resource: Resource;
	/** The resource whose records it is about. */
	subject: Resource;
	value: string;
	endpoint: Endpoint;
	method: HttpMethod;
	/** The path below the base address, with the names of its parameters in braces. */
	path: string;
	/** The records that are selected by their ID: those in the path, in its order, or the one to find in a list. */
	pathReferences: readonly Reference[];
}

/** An operation that finds a record in the list of its resource, and then uses one of two others. */
export interface Upsert extends Pick<Operation, 'resource' | 'subject' | 'value'> {
	kind: 'upsert';
	endpoint?: undefined;
	create: Operation;
	update: Operation;
}

export const operationsOf = (resource: Resource): Array<Operation | Upsert> =>
	Object.entries(resource.endpoints).map(([value, entry]) =>
		entry.kind !== 'upsert'
			? operationFrom(resource, value, entry)
			: {
					kind: entry.kind,
					resource,
					subject: resource,
					value,
					create: endpointOperation(resource, 'create'),
					update: endpointOperation(resource, 'update'),
				},
	);

function operationFrom(resource: Resource, value: string, endpoint: Endpoint): Operation {
	const [method, path] = endpoint.route.split(' ') as [HttpMethod, string]; // by the type of `route`
	const { about, subject: name = resource.value } = endpoint;
	const subject = { ...resourceNamed(name), ...(about ? { plural: `${about}s` } : {}) };
	const own = { parameter: idParameter(resource), resource: resource.value };
	const pathReferences = endpoint.kind === 'lookup' ? [own] : referencesIn(path);
	return { kind: endpoint.kind, resource, subject, value, endpoint, method, path, pathReferences };
}

function endpointOperation(resource: Resource, value: string): Operation {
	const entry = resource.endpoints[value];
	const endpoint = required(entry?.kind === 'upsert' ? undefined : entry, value);
	return operationFrom(resource, value, endpoint);
}

export const idParameter = ({ value }: Pick<Resource, 'value'>) => `${value}Id`;

const referencesIn = (path: string): Reference[] =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => {
		const target = resources.find((each) => idParameter(each) === parameter);
		return { parameter, resource: required(target, parameter).value };
	});

export const operations: ReadonlyArray<Operation | Upsert> = resources.flatMap(operationsOf);

export const findOperation = (resource: string, value: string): Operation | Upsert | undefined =>
	operations.find((each) => each.resource.value === resource && each.value === value);

/** The operation that lists the records of a resource: its `getAll`. */
export const listOperation = (name: ResourceName): Operation =>
	endpointOperation(resourceNamed(name), 'getAll');

function required<T>(found: T | undefined, name: string): T {
	if (found === undefined) throw new TypeError(`The catalogue has nothing for "${name}".`);
	return found;
}

/** The parameters that narrow lists to the records of another one: `project_id`. */
export const NARROWING = resources.flatMap(({ narrowedBy }) => narrowedBy?.sendAs ?? []);
