import type { ApiError } from '../errors';
import type { HttpMethod } from '../resources';

/** One request, ready to be sent below the base URL of a credential. */
export interface ApiRequest {
	method: HttpMethod;
	/** Encoded, starts with a slash. */
	path: string;
	query: Readonly<Record<string, string>>;
	/** The service's own link to a page, at the same origin: it replaces path and query. */
	url?: string;
	/** JSON text. POST and PUT always have one, GET and DELETE never. */
	body?: string;
	/** Milliseconds that the response may take, if it is more than a minute. */
	timeoutMs?: number;
	/** Label of the parameter whose ID is in the path or the query, for messages. */
	idLabel?: string;
}

/** A response that reports no error. */
export interface ApiResponse {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	/** Parsed JSON; undefined if the service sent none. */
	body: unknown;
	/** Requests left before the rate limit. */
	remaining?: number;
}

/** Hides secrets in a text, or in all texts and names in a value. */
export type Hide = <T>(value: T) => T;

/** Applied where something leaves the node, never to what the node compares, follows or sends. */
export interface Redactor {
	/** Hides the API key and the signing secrets. */
	inRecords: Hide;
	/** Hides values of the credential's headers as well, which in a record may be the name of a tenant. */
	inMessages: Hide;
}

/** "List Settings" of the credential: what detection gets wrong. */
export interface ListSettings {
	/** `none`, or one of the ways in `pagination/candidates`, where it is checked. */
	style?: string;
	nextPath?: string;
	parameter?: string;
	recordsPath?: string;
	pageSizeParameter?: string;
	pageSize?: number;
	ignoreTotal: boolean;
}

/** Sends the requests of one run with one credential. */
export interface Client {
	/** Ends in `/v1`, without a slash after it. */
	baseUrl: string;
	/** A hash of base URL and headers: two keys of it may be one account. */
	address: string;
	/** From the prefix of the key: production and sandbox are two accounts. */
	keyKind: 'live' | 'test' | 'unknown';
	lists: ListSettings;
	hide: Redactor;
	/** Sends when the rate limit allows it, and again where that is safe. Never throws. */
	send: (request: ApiRequest) => Promise<ApiResponse | ApiError>;
}
