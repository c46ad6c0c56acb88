/** The API as data: one entry an endpoint. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type ResourceName = 'user' | 'project' | 'task' | 'workflow';

/** One endpoint of the API, as one operation of the node. What the editor shows of it is in `properties/`. */
export interface Endpoint {
	/**
	 * How it runs:
	 * - `list`: reads the pages of a list
	 * - `lookup`: finds one record by its ID in the list of the route, as the service has no request for one
	 * - `request`: sends one request about one record
	 * - `update`: the same, and the record can also be found by the values of its fields
	 * - `upsert`: updates the record that is found by its fields, or creates it if there is none
	 */
	kind: 'list' | 'lookup' | 'request' | 'update' | 'upsert';
	/** Method and path below the base URL. `{taskId}` is the ID of a task, and the name of the node's parameter. */
	route: `${HttpMethod} /${string}`;
	/** What it does with the record, in the past tense. A response without a body becomes `{ [result]: true }` with the ID. */
	result?: string;
	/** What body and response are about, if not a record of the resource. */
	about?: string;
	/** `optional` if the request means something without fields, such as to start a workflow. */
	body?: 'required' | 'optional';
	/** Milliseconds that a response may take, if it is more than a minute. */
	timeoutMs?: number;
	/** Where the ID of a project is sent that is not in the path. The service documents it only for lists. */
	projectIn?: 'query' | 'body';
}

export interface Resource {
	name: ResourceName;
	/** Title Case. */
	displayName: string;
	/** Lower case, as in the paths; also the key that a list may have in a response. */
	plural: string;
	/** The endpoints by the name of their operation. `getAll` lists the records. */
	endpoints: Readonly<Record<string, Endpoint>>;
}

export const resourcesByName: Readonly<Record<ResourceName, Resource>> = {
	project: {
		name: 'project',
		displayName: 'Project',
		plural: 'projects',
		endpoints: {
			getAll: { kind: 'list', route: 'GET /projects' },
			get: { kind: 'lookup', route: 'GET /projects' },
			create: { kind: 'request', route: 'POST /projects', result: 'created', body: 'required' },
			update: {
				kind: 'update',
				route: 'PUT /projects/{projectId}',
				result: 'updated',
				body: 'required',
			},
			upsert: { kind: 'upsert', route: 'PUT /projects/{projectId}' },
			archive: { kind: 'request', route: 'DELETE /projects/{projectId}', result: 'archived' },
		},
	},
	task: {
		name: 'task',
		displayName: 'Task',
		plural: 'tasks',
		endpoints: {
			getAll: { kind: 'list', route: 'GET /tasks', projectIn: 'query' },
			get: { kind: 'lookup', route: 'GET /tasks' },
			create: {
				kind: 'request',
				route: 'POST /tasks',
				result: 'created',
				body: 'required',
				projectIn: 'body',
			},
			update: { kind: 'update', route: 'PUT /tasks/{taskId}', result: 'updated', body: 'required' },
			upsert: { kind: 'upsert', route: 'PUT /tasks/{taskId}' },
			delete: { kind: 'request', route: 'DELETE /tasks/{taskId}', result: 'deleted' },
		},
	},
	user: {
		name: 'user',
		displayName: 'User',
		plural: 'users',
		endpoints: {
			getAll: { kind: 'list', route: 'GET /users' },
			get: { kind: 'request', route: 'GET /users/{userId}' },
			invite: { kind: 'request', route: 'POST /users', result: 'invited', body: 'required' },
			remove: { kind: 'request', route: 'DELETE /users/{userId}', result: 'removed' },
		},
	},
	workflow: {
		name: 'workflow',
		displayName: 'Workflow',
		plural: 'workflows',
		endpoints: {
			getAll: { kind: 'list', route: 'GET /workflows' },
			get: { kind: 'lookup', route: 'GET /workflows' },
			trigger: {
				kind: 'request',
				route: 'POST /workflows/{workflowId}/trigger',
				result: 'triggered',
				about: 'run',
				body: 'optional',
				// A workflow may run for minutes before the service responds.
				timeoutMs: 300_000,
			},
		},
	},
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
