import type { Failure as NodeFailure } from 'n8n-workflow';

import type { HttpMethod } from './resources';

/** What a person can change: a parameter, the credential, an expression, the workflow. */
export class UserError extends Error {
	constructor(
		message: string,
		/** What to do about it. */
		readonly description: string,
		/** `code` in the details of the error output. */
		readonly code = 'invalidParameter',
		/** Why, in n8n's terms: it decides when n8n polls again. */
		readonly n8nCause: NodeFailure['cause'] = 'configuration-invalid',
	) {
		super(message);
		this.name = 'UserError';
	}
}

/** What an error keeps of the response. */
export interface ResponseFacts {
	status?: number;
	/** Whether the response was JSON: then it is the service's own, and not one of a proxy. */
	isJson?: boolean;
	/** What the service says is wrong, with all fields at fault. */
	serviceMessage?: string;
	/** The beginning of the body. */
	response?: string;
	retryAfterMs?: number;
}

export interface ApiErrorDetails extends ResponseFacts {
	/** `error.code` of the service, or the name of the cause. */
	code: string;
	/** Why, in n8n's terms; undefined where n8n shall judge. */
	n8nCause?: NodeFailure['cause'];
	method?: HttpMethod;
	path?: string;
	/** How often the request was sent, if more than once. */
	attempts?: number;
	/** Whether the service may have made the change, although the item has failed. */
	mayHaveBeenMade?: boolean;
	/** What was read of a list before the page that failed, and where that page is. */
	list?: { recordsRead: number; cursor?: string };
}

/** What the service did, or the way to it. Its texts may contain secrets: they are hidden where they leave the node. */
export class ApiError extends Error {
	constructor(
		message: string,
		/** What to do about it. */
		readonly description: string,
		readonly details: ApiErrorDetails,
	) {
		super(message);
		this.name = 'ApiError';
	}
}
