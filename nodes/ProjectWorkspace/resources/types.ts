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
