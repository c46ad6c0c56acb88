/**
 * The types of the catalogue. One entry is one operation: the editor's properties and the requests are derived from it,
 * and tests compare it with the README and the sandbox.
 */

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type ResourceName = 'user' | 'project' | 'task' | 'workflow';

/** A parameter that takes the ID of a record: shown as a resource locator. */
export interface Reference {
	/** Name of the node's parameter. */
	parameter: string;
	/** The resource whose list the person selects from. */
	resource: ResourceName;
}

/** An optional reference that is not in the path: not sent at all if it is empty. */
export interface OptionalReference extends Reference {
	displayName: string;
	description: string;
	/** Name in the request. */
	sendAs: string;
	/** `bodyOrQuery` if it is not documented: in the body, unless the credential says query. */
	sendIn: 'query' | 'bodyOrQuery';
}

export interface Endpoint {
	/**
	 * How it runs:
	 * - `list`: reads the pages of a list; the editor shows Return All and Limit
	 * - `lookup`: finds one record by its ID in the list of the route, as the service has no request for one
	 * - `request`: sends one request about one record
	 * - `update`: the same, and the record can also be found by the values of its fields
	 */
	kind: 'list' | 'lookup' | 'request' | 'update';
	/** Method and path below the base address. `{taskId}` is the ID of a task, and the name of the node's parameter. */
	route: `${HttpMethod} /${string}`;
	/** Title Case, without the resource: shown in the Operation list. */
	name: string;
	/** Sentence case, with the resource: shown in the node's search. */
	action: string;
	/** What it does, also read by AI agents. */
	description: string;
	/** What it does with the record, in the past tense. A response without a body becomes `{ [result]: true }` with the ID. */
	result?: string;
	/** If it returns records of another resource than the one it is listed under. */
	subject?: ResourceName;
	/** What body and response are about, in the singular, if not a record of a resource. */
	about?: string;
	/**
	 * The documentation shows no body for POST and PUT, so any JSON object may be sent; the example is made up. `isOptional`
	 * if the request means something without fields, such as to start a workflow.
	 */
	body?: { example: string; isOptional?: true };
	references?: readonly OptionalReference[];
}

export interface Resource {
	value: ResourceName;
	/** Title Case. */
	displayName: string;
	/** Lower case, as in the paths; also the key that a list may have in a response. */
	plural: string;
	description: string;
	/** A record of another resource that narrows the list, sent as `sendAs` with the request for the list. */
	narrowedBy?: Reference & { displayName: string; description: string; sendAs: string };
	/**
	 * By the name of the operation; `getAll` lists the records. An upsert combines it with `create` and `update`: finds a
	 * record by the values of its fields and updates it, or creates it.
	 */
	endpoints: Readonly<
		Record<
			string,
			Endpoint | ({ kind: 'upsert' } & Pick<Endpoint, 'name' | 'action' | 'description'>)
		>
	>;
}
