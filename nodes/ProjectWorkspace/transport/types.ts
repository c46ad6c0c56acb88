import type { HttpMethod } from '../catalogue';

/** One request, ready to be sent below a base address. */
export interface ApiRequest {
	method: HttpMethod;
	/** Encoded, starts with a slash. */
	path: string;
	query: Readonly<Record<string, string>>;
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
}

export type Outcome = Answered | Refused;

/** Why a request did not succeed, in words and in fields. Never holds the key. */
export interface Failure {
	cause: string;
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
}
