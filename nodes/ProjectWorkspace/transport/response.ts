import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { saysFailed } from '../records/envelope';
import { parseJson } from '../records/json';
import { fieldAt, isEmpty, isObject, type JsonObject } from '../records/value';
import { causeOfStatus, type CauseName, type Failure } from './errors';
import { readRateLimit, responseHeaders } from './headers';
import type { ApiResponse } from './types';

/** What came of one attempt. */
export type Outcome = ApiResponse | Failure;

export const isFailure = (outcome: Outcome): outcome is Failure => 'cause' in outcome;

/** Reads a response: its body, or why it failed. */
export function readResponse(
	response: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>,
	text: string,
	url: string,
): Outcome {
	const { statusCode: status } = response;
	const headers = responseHeaders(response.headers);
	const { isJson, value } = parse(text);
	const isSuccess = status >= 200 && status < 300 && isJson;
	const { remaining, retryAfterMs } = readRateLimit(headers);
	if (isSuccess && !saysFailed(value)) return { status, headers, body: value, remaining };

	const { code, message: serviceMessage } = errorWords(value);
	const failure: Failure = {
		cause: causeOfStatus(status),
		status,
		isJson,
		code,
		serviceMessage,
		remaining,
		retryAfterMs,
	};
	failure.cause = causeByWords(failure) ?? failure.cause;
	if (failure.cause === 'redirected') addTarget(failure, headers.location, url);
	return failure;
}

/** How services say that the rate limit was reached. */
const RATE_LIMIT = /rate.?limit|quota|too.?many.?requests/i;

/** nginx, Go, Apache and Tomcat, about a request to an HTTPS port. */
const PLAIN_HTTP = /plain HTTP request|HTTP request to an HTTPS|speaking plain HTTP|requires TLS/i;

/** The cause, if the status alone does not say it. */
function causeByWords(failure: Failure): CauseName | undefined {
	const { status = 0, isJson, code, serviceMessage, remaining } = failure;
	const words = `${code} ${serviceMessage}`;
	if (status < 300 && !isJson) return 'notJson';
	if (status === 400 && PLAIN_HTTP.test(words)) return 'plainHttp';
	if (status === 403 && remaining === 0 && RATE_LIMIT.test(words)) return 'rateLimited';
	return undefined;
}

/** Says where a redirect leads. Within the host, another cause says what to change. */
function addTarget(failure: Failure, location: string | undefined, url: string): void {
	if (location === undefined || !URL.canParse(location, url)) return;
	const from = new URL(url);
	const to = new URL(location, url);
	// Without the query, which may contain secrets.
	failure.detail = `to ${to.origin}${to.pathname}`;

	if (to.host !== from.host) return;
	if (to.protocol === from.protocol) failure.cause = 'redirectedWithinHost';
	else if (to.protocol === 'https:') failure.cause = 'plainHttp';
}

interface Parsed {
	isJson: boolean;
	/** Undefined where there is none. Of a web page its title, of other text the text. */
	value: unknown;
}

function parse(text: string): Parsed {
	const trimmed = text.trim();
	if (trimmed === '') return { isJson: true, value: undefined };
	try {
		return { isJson: true, value: parseJson(trimmed) };
	} catch {
		const value = trimmed.startsWith('<') ? pageTitle(trimmed) : trimmed;
		return { isJson: false, value };
	}
}

/** The service's own words. */
interface ErrorWords {
	code?: string;
	message?: string;
}

const MESSAGES = [
	'message', // the specification, part 7
	'error_description', // OAuth
	'detail', // RFC 9457
	'description',
	'reason',
	'msg',
	'title', // RFC 9457
];

const CODES = ['code', 'error_code', 'errorCode', 'type'];

/** n8n's panel shows the beginning of a long message. */
const LONGEST = 500;

/** Where the words of an error name the field that they are about. */
const FIELDS = [
	'field', // GitHub
	'param', // Stripe
	'path', // express-validator
	'loc', // FastAPI
	'source.pointer', // JSON:API
	'pointer', // RFC 9457
];

/** The code and the message of an error: in `error` (specification, part 7), beside it, or in a list. */
function errorWords(body: unknown): ErrorWords {
	if (Array.isArray(body)) return errorWords(body[0]);
	if (!isObject(body)) return { message: asText(body) };

	const code = textAt(body, CODES);
	const message = namingField(body, joined(body.message) ?? textAt(body, MESSAGES));
	const error = errorsIn(body);
	// `{"error": "invalid_token", "error_description": "…"}`
	if (message !== undefined && typeof error === 'string') return { code: code ?? error, message };
	if (!isEmpty(error)) {
		const inner = errorWords(error);
		return { code: inner.code ?? code, message: inner.message ?? message };
	}
	return code === undefined && message === undefined ? firstField(body) : { code, message };
}

/** What has the words, if it is not the object itself: `{"message": "Invalid", "details": [{"field": "title"}]}` */
function errorsIn({ error, errors, details, detail }: JsonObject): unknown {
	return error ?? errors ?? [details, detail].find(Array.isArray);
}

function namingField(error: JsonObject, message: string | undefined): string | undefined {
	const paths = FIELDS.map((name) => [fieldAt(error, name) ?? ''].flat().join('.'));
	const fields = paths.map((path) => path.replace(/^(#|\/data\/attributes)\//, ''));
	// Spring's `path` is that of the request.
	const field = fields.find((name) => /^[\w.[\]]+$/.test(name));
	if (field === undefined) return message;
	return message === undefined ? field : `${field}: ${message}`;
}

/** `{"email": ["is taken"]}` */
function firstField(body: JsonObject): ErrorWords {
	const [name, value] = Object.entries(body).find(([, each]) => !isEmpty(each)) ?? [];
	const { message } = name === undefined ? {} : errorWords(value);
	return { message: message && asText(`${name}: ${message}`) };
}

function textAt(object: JsonObject, names: readonly string[]): string | undefined {
	return names.map((name) => asText(object[name])).find((text) => text !== undefined);
}

/** NestJS has a list of messages. */
const joined = (messages: unknown): string | undefined =>
	Array.isArray(messages) ? asText(messages.map(asText).filter(Boolean).join('; ')) : undefined;

function asText(value: unknown): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim().slice(0, LONGEST);
	return text === '' ? undefined : text;
}

/** The title of a web page, such as that of nginx: `502 Bad Gateway`. */
function pageTitle(html: string): string | undefined {
	const [, title] = /<title[^>]{0,100}>([^<]{1,500})/i.exec(html) ?? [];
	return asText(title);
}
