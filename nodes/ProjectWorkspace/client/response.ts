import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { JsonCut, JsonTooLarge, parseJson } from '../records/json';
import { quoted } from '../records/value';
import { readServiceError, readStatedError, type ServiceError } from '../records/serviceError';
import { ok, reject, type Result } from '../result';
import { causeOfResponse, errorRow, type CauseName } from './errors';
import { CHECK_FIRST, THE_ID } from './errors/row';
import {
	headersAsText,
	readRateLimit,
	type RateLimitHeaders,
	type ResponseHeaders,
} from './headers';
import type { ApiRequest, Failure, Outcome } from './types';

/**
 * The body is not a stream if n8n mocks the request. A response that is too large is refused while it arrives.
 * @param maxBytes after decompression
 */
export async function readText(
	request: ApiRequest,
	response: IN8nHttpFullResponse,
	maxBytes: number,
): Promise<Result<string, Failure>> {
	const { body } = response;
	if (typeof body === 'string') return ok(body);
	if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) {
		return ok(body === undefined || body === null ? '' : JSON.stringify(body));
	}
	const parts: Buffer[] = [];
	let bytes = 0;
	// Leaving the loop ends the request.
	for await (const part of body as AsyncIterable<Buffer>) {
		bytes += part.length;
		if (bytes > maxBytes) {
			const detail = `more than ${maxBytes / 1_000_000} MB`;
			return reject(failureFor('tooLarge', request, { detail }));
		}
		parts.push(part);
	}
	return ok(decode(Buffer.concat(parts), String(response.headers['content-type'])));
}

/** Text in the charset that its type declares; JSON without one is in UTF-8 (RFC 8259). */
function decode(bytes: Buffer, type: string): string {
	const [, charset = 'utf-8'] = /charset=["']?([\w.:-]{1,40})/i.exec(type) ?? [];
	// Some only say so, and send UTF-8.
	const charsets = /^utf-?(8|16)/i.test(charset) ? [charset] : ['utf-8', charset];
	for (const [at, each] of charsets.entries()) {
		try {
			return new TextDecoder(each, { fatal: at < charsets.length - 1 }).decode(bytes);
		} catch {
			// Another charset, or one that Node.js does not know.
		}
	}
	return bytes.toString();
}

/** Reads a response: its body, or why it failed. */
export function readResponse(
	request: ApiRequest,
	{ statusCode: status, headers: given }: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>,
	text: string,
): Outcome {
	const headers = headersAsText(given);
	const rateLimit = readRateLimit(headers);
	const seen = { status, headers, ...rateLimit };
	const isSuccess = status >= 200 && status < 300;
	const { body, unreadable, detail } = parseBody(text, headers);
	// Web servers send a page with 400, such as for http:// to an HTTPS port.
	if (unreadable && (isSuccess || (status === 400 && unreadable === 'html')))
		return reject(failureFor(unreadable, request, { ...seen, detail }));
	const stated = isSuccess ? readStatedError(body) : undefined;
	// With a record next to the error, the request was processed, and must not be repeated.
	if (isSuccess && (!stated || stated.besideRecords)) return ok({ ...seen, body });
	const words = stated ?? readServiceError(body);
	const cause = causeOfResponse({
		status,
		...rateLimit,
		text: [words.code, words.message].filter(Boolean).join(' '),
		isPage: unreadable === 'html',
	});
	const isJson = body !== undefined && unreadable === undefined ? true : undefined;
	return reject({ ...failureFor(cause, request, { ...seen, words }), isJson });
}

/** `body` is undefined where there is none. */
function parseBody(
	text: string,
	headers: ResponseHeaders,
): {
	body?: unknown;
	unreadable?: CauseName;
	detail?: string;
} {
	const trimmed = text.trim();
	if (trimmed === '') return {};
	try {
		return { body: parseJson(trimmed) };
	} catch (error) {
		if (error instanceof JsonTooLarge) return { unreadable: 'tooLarge', detail: error.message };
		if (trimmed.startsWith('<') || /\bhtml\b/i.test(headers['content-type'] ?? '')) {
			return { unreadable: 'html' };
		}
		// If all brackets and strings are closed, the service has sent it so, and would again.
		const broken = error instanceof JsonCut ? 'cutJson' : 'brokenJson';
		return { body: trimmed, unreadable: /^[[{"]/.test(trimmed) ? broken : 'notJson' };
	}
}

/** Headers in which services commonly name a request, so that their support can find it. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id'];

/** @param seen of the response, with the service's own message and another fact for the message */
export function failureFor(
	cause: CauseName,
	request: ApiRequest,
	seen: {
		status?: number;
		headers?: ResponseHeaders;
		words?: ServiceError;
		detail?: string;
	} & RateLimitHeaders = {},
): Failure {
	const { status, headers = {}, words, detail, ignoredRetryAfter, ...rateLimit } = seen;
	const { method, path, idLabel } = request;
	const { message, withoutId, neverSent, ...row } = errorRow(cause);
	const description = method === 'GET' ? row.description.replace(CHECK_FIRST, '') : row.description;
	// Without the query, which may contain secrets.
	const location = headers.location?.split(/[?#]/, 1)[0];
	const facts = [
		words?.code,
		`${method} ${path}`,
		status && `HTTP ${status}`,
		cause === 'redirected' && location && `to ${location}`,
		detail,
		// Otherwise the request is not sent again.
		(row.isRateLimit || !rateLimit.isRetryAfterTooLong) &&
			ignoredRetryAfter &&
			`Retry-After ${quoted(ignoredRetryAfter)} ignored, as it is no wait of up to 10 minutes`,
		neverSent && 'not sent',
	];
	// The most important comes first, because n8n cuts long messages.
	const serviceText = [message, words?.message?.trimEnd().replace(/\.$/, '')]
		.filter(Boolean)
		.join(': ');
	return {
		cause,
		message: `${serviceText} (${facts.filter(Boolean).join(', ')})`,
		description: hasId(request)
			? description.replace(THE_ID, idLabel ? `${THE_ID} in '${idLabel}'` : THE_ID)
			: (withoutId ?? description),
		code: words?.code ?? cause,
		serviceMessage: words?.message,
		status,
		method,
		path,
		...rateLimit,
		sent: neverSent ? false : undefined,
		requestId: REQUEST_ID_HEADERS.map((name) => headers[name]).find(Boolean),
	};
}

/** Whether there is an ID in the path (after the resource), or under a name like `project_id` in the query or the body. */
const hasId = ({ path, query, body = '' }: ApiRequest) =>
	path.split('/').length > 2 ||
	Object.keys(query).some((name) => name.endsWith('_id')) ||
	body.includes('_id"');
