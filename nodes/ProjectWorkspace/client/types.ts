import type { HttpMethod } from '../catalogue';
import type { CauseName } from './errors';

/** One request, ready to be sent below a base address. */
export interface ApiRequest {
	method: HttpMethod;
	/** Encoded, starts with a slash. */
	path: string;
	/** Label of the parameter whose ID stands in the path. */
	idLabel?: string;
	query: Readonly<Record<string, string>>;
	/** A whole address that the service gave for its next page, on the same origin: sent as it is. */
	url?: string;
	/** JSON text. POST and PUT always have one, GET and DELETE never. */
	body?: string;
}

/** One answer as it came, before anything is read from it. */
export interface ApiResponse {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	text: string;
}

/** An answer that says yes. `body` is undefined where the service sent none. */
export interface Answered {
	ok: true;
	status: number;
	headers: ApiResponse['headers'];
	body: unknown;
}

export interface Refused {
	ok: false;
	failure: Failure;
	/** Of the answer, if there was one. */
	headers?: ApiResponse['headers'];
}

export type Outcome = Answered | Refused;

/** Why a request did not succeed, in words and in fields. Never holds the key. */
export interface Failure {
	cause: CauseName;
	/** What happened, with the service's own words where it gave some. */
	message: string;
	/** What the person can do about it. */
	description: string;
	/** `error.code` of the service, or else the name of the cause. */
	code: string;
	/** `error.message` of the service. */
	serviceMessage?: string;
	status?: number;
	method: HttpMethod;
	path: string;
	requestId?: string;
	/** Milliseconds after which the service takes requests again, if it said so. */
	retryAfterMs?: number;
	/** False where the request surely was not sent. */
	sent?: false;
	/** How often it was sent, and the milliseconds from the first time to the last answer; only if more than once. */
	attempts?: number;
	elapsedMs?: number;
	/** IDs of records that the same item had updated before. */
	updated?: ReadonlyArray<string | number>;
}
