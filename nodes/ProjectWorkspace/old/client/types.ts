import type { HttpMethod } from '../catalogue';
import type { Result } from '../result';
import type { CauseName } from './errors';
import type { Headers, RateLimitHeaders, ResponseHeaders } from './headers';

/** One request, ready to be sent below a base address. */
export interface ApiRequest {
	method: HttpMethod;
	/** Encoded, starts with a slash. */
	path: string;
	/** Label of the parameter whose ID is in the path. */
	idLabel?: string;
	query: Readonly<Record<string, string>>;
	/** The service's own link to a page, on the same origin. */
	url?: string;
	/** Besides those of the node and of the credential. */
	headers?: Headers;
	/** JSON text. POST and PUT always have one, GET and DELETE never. */
	body?: string;
}

/**
 * What came of a request; never thrown. A success is a status that says so, in a response that says nothing else; `body`
 * is parsed JSON, and undefined if the service sent none.
 */
export type Outcome = Result<
	{ status: number; headers: ResponseHeaders; body: unknown } & RateLimitHeaders,
	Failure
>;

/** Why a request failed. Its texts may contain secrets, which are hidden where they leave the node. */
export interface Failure extends Omit<RateLimitHeaders, 'ignoredRetryAfter'> {
	cause: CauseName;
	/** What happened, with the service's own message if there is one. */
	message: string;
	/** What the person can do about it. */
	description: string;
	/** `error.code` of the service, or else the name of the cause. */
	code: string;
	/** `error.message` of the service. */
	serviceMessage?: string;
	status?: number;
	/** The response is JSON, and therefore from the service itself. */
	isJson?: true;
	method: HttpMethod;
	path: string;
	requestId?: string;
	/** False if the request cannot have been sent. */
	sent?: false;
	/** How often it was sent, and the milliseconds from the first attempt to the last response; only if more than once. */
	attempts?: number;
	elapsedMs?: number;
}
