import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { saysFailed } from '../records/aboutResponse';
import { parseOrError } from '../records/json';
import { isObject, textOf } from '../records/value';
import { shortened } from '../texts';
import { causeOfStatus, type CauseName } from './causes';
import type { Failure, Outcome } from './failure';
import { readRateLimit } from './rateLimit';
import { readRejection } from './rejection';
import type { ApiResponse, Hide } from './types';

const MAX_MB = 64;

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
export async function readResponse(
	response: IN8nHttpFullResponse,
	url: string,
	hide: Hide,
): Promise<Outcome> {
	const { statusCode: status } = response;
	const text = (await readText(response.body))?.trim();
	if (text === undefined) return { cause: 'tooLarge', status, detail: `more than ${MAX_MB} MB` };

	const headers = response.headers as ApiResponse['headers']; // as Node reads them
	const limit = readRateLimit(headers);
	const json = parseOrError(text);
	// Nothing is not JSON: a proxy responds so as well.
	const isJson = !(json instanceof SyntaxError);
	const body = isJson ? json : undefined;
	const isReadable = isJson || text === '';
	if (status >= 200 && status < 300 && isReadable && !saysFailed(body)) {
		return { status, headers, body, remaining: limit.remaining };
	}

	const failure = { status, isJson, ...quotes(hide(isJson ? json : text)), ...limit };
	if (status >= 300 && status < 400) {
		return { ...failure, ...redirection(url, headers.location, hide) };
	}
	return { ...failure, cause: causeOf(failure) };
}

/** @returns undefined if it is too large; the rest is not read then */
async function readText(body: unknown): Promise<string | undefined> {
	// No stream if n8n mocks the request.
	if (!isStream(body)) return textOf(body);

	const parts: Buffer[] = [];
	let bytes = 0;
	for await (const part of body) {
		bytes += part.length;
		if (bytes > MAX_MB * 1024 * 1024) return undefined;
		parts.push(part);
	}
	return Buffer.concat(parts).toString();
}

const isStream = (body: unknown): body is AsyncIterable<Buffer> =>
	isObject(body) && Symbol.asyncIterator in body;

/** What an error quotes of a response. */
function quotes(said: unknown): Partial<Failure> {
	// Not the text that came, because JSON may have a secret in escapes.
	const response = textOf(said);
	// The title of a web page, such as that of nginx: `502 Bad Gateway`.
	const [, title] = /<title[^<>]{0,100}>([^<]*)/i.exec(response) ?? [];
	const words = typeof said === 'string' ? (title?.trim() ?? said) : said;
	const { code, message } = readRejection(response.length > LONGEST_READ ? undefined : words);
	return {
		code: code && shortened(code, LONGEST_CODE),
		serviceMessage: message && shortened(message, LONGEST_MESSAGE),
		response: shortened(response, LONGEST_RESPONSE),
	};
}

/** Where a redirect leads, which says what to change. */
function redirection(url: string, location: string | undefined, hide: Hide): Failure {
	if (location === undefined || !URL.canParse(location, url)) return { cause: 'redirected' };
	const from = new URL(url);
	const to = new URL(location, url);
	// Without the query, which may contain secrets.
	const detail = hide(`to ${to.origin}${to.pathname}`);

	if (to.host !== from.host) return { cause: 'redirected', detail };
	if (to.protocol === from.protocol) return { cause: 'redirectedWithinHost', detail };
	return { cause: to.protocol === 'https:' ? 'plainHttp' : 'redirected', detail };
}

/** nginx, Go, Apache and Tomcat, about a request to an HTTPS port. */
const PLAIN_HTTP = /plain HTTP request|HTTP request to an HTTPS|speaking plain HTTP|requires TLS/i;

/** The key is right, but not for this: ClickUp's "Team not authorized", Trello's "unauthorized permission requested". */
const NOT_FOR_THIS =
	/\b(team|workspace|organi[sz]ation|project|task|workflow|space|folder|list|board|record|resource|permission)/i;
const ABOUT_KEY = /\b(key|token|credential|bearer|login|log in|password)/i;

/** The cause, of which the status alone does not always tell enough. */
function causeOf(failure: Partial<Failure>): CauseName {
	const { status = 0, isJson, code, serviceMessage, remaining } = failure;
	const words = `${code} ${serviceMessage}`;
	if (status < 300) return isJson ? 'errorInSuccess' : 'notJson';
	if (status === 400 && PLAIN_HTTP.test(words)) return 'plainHttp';
	if (status === 401 && NOT_FOR_THIS.test(words) && !ABOUT_KEY.test(words)) return 'forbidden';
	if (status === 403 && remaining === 0) return 'rateLimited';
	return causeOfStatus(status);
}
