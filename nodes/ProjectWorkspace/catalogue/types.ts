/**
 * The vocabulary in which the service is described. One entry of the catalogue is one endpoint;
 * the editor's properties, the requests and the README's table all derive from it.
 *
 * To add an endpoint: add one entry under `endpoints` of its resource (`user.ts`, `project.ts`, …).
 * Nothing else needs to change. The tests hold the catalogue against the README and the sandbox.
 */

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Method and path as the service's documentation writes them, below the base address (`…/v1`). */
export type Route = `${HttpMethod} /${string}`;

/**
 * What an endpoint answers:
 * - `list`: any number of records; the editor shows Return All and Limit.
 * - `record`: one record.
 *
 * An answer without a body becomes `{ [done]: true }` with the record's ID, where there is one.
 */
export type Answer = { gives: 'list' } | { gives: 'record'; done: string };

/** A record of the service that a parameter points at: shown as a resource locator. */
export interface Reference {
	/** Name of the node's parameter. */
	parameter: string;
	/** The resource whose list the person picks from. */
	resource: ResourceName;
}

/** An optional reference that is sent beside the path: not at all when it is empty. */
export interface OptionalReference extends Reference {
	displayName: string;
	description: string;
	/** Name on the wire. */
	sendAs: string;
	/**
	 * Where it travels. `bodyOrQuery` is for a place that the documentation leaves open:
	 * the body by default, and a setting under Options moves it to the query.
	 */
	sendIn: 'query' | 'bodyOrQuery';
}

export interface Endpoint {
	/** `{id}` stands for the ID of the resource itself. */
	route: Route;
	/** Title Case, without the resource: shown in the Operation list. */
	name: string;
	/** Sentence case, with the resource: shown in the node's search. */
	action: string;
	/** What it does, also read by AI agents. */
	description: string;
	answer: Answer;
	/** Set where body and answer are about something else than a record of the resource. */
	about?: 'run';
	/** The documentation shows no body for POST and PUT, so any JSON object may be sent. */
	body?: 'open';
	references?: readonly OptionalReference[];
}

export type ResourceName = 'user' | 'project' | 'task' | 'workflow';

export interface Resource {
	value: ResourceName;
	/** Title Case. */
	displayName: string;
	/** Lower case, as in the paths; also the key under which a list may stand in an answer. */
	plural: string;
	/** Name of the parameter that holds the ID. */
	idParameter: string;
	description: string;
	/**
	 * A record of another resource that narrows this one's list in the editor; it is sent as `sendAs`
	 * with the list's request, and with no other.
	 */
	narrowedBy?: Reference & { displayName: string; description: string; sendAs: string };
	endpoints: Readonly<Record<string, Endpoint>>;
}
