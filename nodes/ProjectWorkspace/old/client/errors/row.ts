import type { Failure as NodeFailure } from 'n8n-workflow';

import type { RateLimitHeaders } from '../headers';

/**
 * One way in which a request can go wrong: how it is recognized, what the person reads, whether it is repeated.
 *
 * The service documents that errors use conventional HTTP status codes and carry `error.code` and
 * `error.message`, but not which status follows which condition (specification, part 7). So the sentences
 * say what the status means by convention, and the service's own message is added.
 */
export interface ErrorRow {
	message: string;
	description: string;
	/** Description for a request that contains no ID. */
	withoutId?: string;
	/**
	 * When the same request may be sent again; never if undefined. GET, PUT and DELETE are idempotent (RFC 9110, section
	 * 9.2.2).
	 * - `always`: the service cannot have processed it
	 * - `idempotent`: the service may have processed it, so a POST is only repeated with an idempotency key
	 */
	retry?: 'always' | 'idempotent';
	/** The next attempt waits for the rate limit, which does not count as a failed attempt. */
	isRateLimit?: boolean;
	/** How long it waits if the response does not say so. By default, the limiter finds out. */
	waitMs?: number;
	/** With `idempotent`: most likely not processed, so a 404 for a repeated DELETE is still an error. */
	notProcessed?: boolean;
	/** Fewer attempts, if waiting rarely helps: a mistyped host, a response cut by a proxy. */
	maxAttempts?: number;
	neverSent?: boolean;
	/** The cause in n8n's terms, which decides when n8n polls again. Left out if it may be any of them. */
	n8nCause?: NodeFailure['cause'];
	statuses?: readonly number[];
	/** 4 means 400 to 499; only if no other row has the status. */
	statusClass?: 2 | 3 | 4 | 5;
	/** Responses with this cause, even if another row has their status. */
	response?: (signs: ResponseSigns) => boolean;
	/** Matches what the request helper threw: `code` of Node.js, OpenSSL or axios, after its `syscall` if there is one. */
	code?: RegExp;
	/** The same by name and message. */
	messagePattern?: RegExp;
}

/** What a response shows of its cause. */
export interface ResponseSigns extends RateLimitHeaders {
	status: number;
	/** The service's own code and message. */
	text: string;
	/** HTML instead of JSON. */
	isPage: boolean;
}

/** Replaced by the ID with the label of its parameter, if it has one. */
export const THE_ID = 'the ID';

/** Left out for a GET. */
export const CHECK_FIRST = ' Check whether the change was made before you try again.';

export const CHECK_ADDRESS =
	"Check 'Base URL' in the credential. It must be the URL of the API and end in /v1.";

export const WAIT_LONGER =
	"In executions, you can add 'Requests' under 'Options' and increase 'Max Rate Limit Wait' or reduce 'Parallel Requests'. Other apps that use the same API key count toward the limit too.";
