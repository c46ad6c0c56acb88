import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { saysFailed } from '../records/envelope';
import { parseOrError } from '../records/json';
import { textOf } from '../records/value';
import { shortened } from '../texts';
import { causeOfStatus, type CauseName } from './causes';
import type { Failure } from './failure';
import { readRateLimit, responseHeaders } from './headers';
import { readRejection } from './rejection';
import type { ApiResponse, Hide } from './types';

/** What came of one attempt. */
export type Outcome = ApiResponse | Failure;

export const isFailure = (outcome: Outcome): outcome is Failure => 'cause' in outcome;

/** What an error quotes of the service. n8n's panel shows the beginning of a long message, and the item all of it. */
const LONGEST_MESSAGE = 800;
const LONGEST_CODE = 100;
const LONGEST_RESPONSE = 4_000;

/** No rejection is longer. To look for what is wrong in a whole list would block n8n for seconds. */
const LONGEST_READ = 1_000_000;

/**
 * Reads a response: its body, or why it failed.
 * @param hide for what is quoted, because a secret that was cut could not be recognized any more
 */
export function readResponse(
	response: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>,
	text: string,
	url: string,
	hide: Hide,
): Outcome {
	const { statusCode: status } = response;
	const headers = responseHeaders(response.headers);
	const value = text.trim() === '' ? undefined : parseOrError(text);
	const isJson = !(value instanceof SyntaxError);
	const isSuccess = status >= 200 && status < 300 && isJson;
	const { remaining, retryAfterMs } = readRateLimit(headers);
	if (isSuccess && !saysFailed(value)) return { status, headers, body: value, remaining };

	const said = isJson ? value : (pageTitle(text) ?? text);
	const { code, message } = readRejection(text.length > LONGEST_READ ? undefined : said);
	const quote = (words: string | undefined, longest: number): string | undefined =>
		words && shortened(hide(words), longest);
	const failure: Omit<Failure, 'cause'> = {
		status,
		isJson,
		code: quote(code, LONGEST_CODE),
		serviceMessage: quote(message, LONGEST_MESSAGE),
		// Written again, because JSON may have a secret in escapes.
		response: quote(isJson ? textOf(hide(value)) : text.trim(), LONGEST_RESPONSE),
		remaining,
		retryAfterMs,
	};
	const cause = causeByWords(failure) ?? causeOfStatus(status);
	const target = cause === 'redirected' ? targetOf(headers.location, url) : {};
	return { cause, ...failure, ...target };
}

/** How services say that the rate limit was reached. */
const RATE_LIMIT = /rate.?limit|quota|too.?many.?requests/i;

/** nginx, Go, Apache and Tomcat, about a request to an HTTPS port. */
const PLAIN_HTTP = /plain HTTP request|HTTP request to an HTTPS|speaking plain HTTP|requires TLS/i;

/** The key is right, but not for this: ClickUp's "Team not authorized", Trello's "unauthorized permission requested". */
const NOT_FOR_THIS =
	/\b(team|workspace|organi[sz]ation|project|task|workflow|space|folder|list|board|record|resource|permission)/i;
const ABOUT_KEY = /\b(key|token|credential|bearer|login|log in|password)/i;

/** The cause, if the status alone does not say it. */
function causeByWords({
	status = 0,
	isJson,
	code,
	serviceMessage,
	remaining,
}: Omit<Failure, 'cause'>): CauseName | undefined {
	const words = `${code} ${serviceMessage}`;
	if (status < 300 && !isJson) return 'notJson';
	if (status === 400 && PLAIN_HTTP.test(words)) return 'plainHttp';
	if (status === 401 && NOT_FOR_THIS.test(words) && !ABOUT_KEY.test(words)) return 'forbidden';
	if (status === 403 && remaining === 0 && RATE_LIMIT.test(words)) return 'rateLimited';
	return undefined;
}

/** Where a redirect leads. Within the host, another cause says what to change. */
function targetOf(location: string | undefined, url: string): Partial<Failure> {
	if (location === undefined || !URL.canParse(location, url)) return {};
	const from = new URL(url);
	const to = new URL(location, url);
	// Without the query, which may contain secrets.
	const detail = `to ${to.origin}${to.pathname}`;

	if (to.host !== from.host) return { detail };
	if (to.protocol === from.protocol) return { detail, cause: 'redirectedWithinHost' };
	return to.protocol === 'https:' ? { detail, cause: 'plainHttp' } : { detail };
}

/** The title of a web page, such as that of nginx: `502 Bad Gateway`. */
const pageTitle = (html: string): string | undefined =>
	/<title[^<>]{0,100}>([^<]*)/i.exec(html)?.[1]?.trim();
