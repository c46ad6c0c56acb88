import { readServiceError, type ServiceError } from '../records/errorWords';
import { isObject, parseJson } from '../records/json';
import { readStatedError } from '../records/statedError';
import { ok, reject } from '../result';
import { errorRow, errors, THE_ID, type CauseName, type ErrorRow } from './errors';
import { parseRemaining } from './rateLimit/remaining';
import { parseRetryAfter } from './retryPolicy';
import type { ApiRequest, ApiResponse, Failure, Outcome } from './types';

/** Reads a response: its body, or why it failed. */
export function readResponse(request: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const failed = (cause: CauseName, words?: ServiceError, detail?: string) =>
		reject(failureFor(cause, request, { response, words, detail }));
	const parsed = parse(response);
	if (status < 200 || status >= 300) {
		const words = isObject(parsed.body) ? readServiceError(parsed.body) : {};
		// Without the query, which may contain secrets.
		const detail = headers.location && `to ${headers.location.replace(/[?#].*$/s, '')}`;
		const serviceText = [words.code, words.message].filter(Boolean).join(' ');
		return failed(causeOfResponse(response, serviceText), words, detail);
	}
	if (parsed.unreadable) return failed(parsed.unreadable);
	const stated = readStatedError(parsed.body);
	// With a record next to the error, the request was processed, and must not be repeated.
	if (stated && !stated.besideRecords) {
		const isQuota = SAYS_RATE_LIMIT.test(`${stated.code ?? ''} ${stated.message}`);
		return failed(isQuota ? 'rateLimited' : 'errorInSuccessResponse', stated);
	}
	return ok({ status, headers, body: parsed.body });
}

/** `body` is undefined where there is none. */
function parse({ text, headers }: ApiResponse): { body?: unknown; unreadable?: CauseName } {
	const trimmed = text.trim();
	if (trimmed === '') return {};
	try {
		return { body: parseJson(trimmed) };
	} catch {
		if (trimmed.startsWith('<') || /\bhtml\b/i.test(headers['content-type'] ?? '')) {
			return { unreadable: 'html' };
		}
		return { unreadable: /^[[{"]/.test(trimmed) ? 'cutJson' : 'notJson' };
	}
}

/** Headers in which services commonly name a request, so that their support can find it. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id'];

/** @param seen the response, the service's own message, and another fact for the message */
export function failureFor(
	cause: CauseName,
	request: ApiRequest,
	seen: { response?: ApiResponse; words?: ServiceError; detail?: string } = {},
): Failure {
	const { response, words, detail } = seen;
	const { method, path, idLabel } = request;
	const { message, description, withoutId, neverSent } = errorRow(cause);
	const facts = [
		words?.code,
		`${method} ${path}`,
		response && `HTTP ${response.status}`,
		detail,
		neverSent && 'not sent',
	];
	// The most important comes first, because n8n cuts long messages.
	const serviceText = [message, words?.message?.replace(/\.?\s*$/, '')].filter(Boolean).join(': ');
	const retryAfterMs = parseRetryAfter(response?.headers['retry-after'], Date.now());
	const remaining = parseRemaining(response?.headers['x-ratelimit-remaining']);
	const requestId = REQUEST_ID_HEADERS.map((name) => response?.headers[name]).find(Boolean);
	return {
		cause,
		message: `${serviceText} (${facts.filter(Boolean).join(', ')})`,
		description: hasId(request)
			? description.replace(THE_ID, idLabel ? `${THE_ID} in '${idLabel}'` : THE_ID)
			: (withoutId ?? description),
		code: words?.code ?? cause,
		...(words?.message ? { serviceMessage: words.message } : {}),
		...(response ? { status: response.status } : {}),
		method,
		path,
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		...(remaining === undefined ? {} : { remaining }),
		...(neverSent ? { sent: false } : {}),
		...(requestId ? { requestId } : {}),
	};
}

/** Whether there is an ID in the path (after the resource), or under a name like `project_id` in the query or the body. */
const hasId = ({ path, query, body = '' }: ApiRequest) =>
	path.split('/').length > 2 ||
	Object.keys(query).some((name) => name.endsWith('_id')) ||
	body.includes('_id"');

const rows = Object.entries<ErrorRow>(errors) as Array<[CauseName, ErrorRow]>; // the keys of the table

const causeWhere = (matches: (row: ErrorRow) => boolean | undefined) =>
	rows.find(([, row]) => matches(row))?.[0];

/** By HTTP convention; a status without its own row counts by its class. */
function causeOfStatus(status: number): CauseName {
	const known = causeWhere(({ statuses }) => statuses?.includes(status));
	if (known) return known;
	if (status >= 500) return 'serverFault';
	if (status >= 400) return 'invalidRequest';
	if (status >= 300) return 'redirected';
	return 'otherStatus';
}

/** How services say that the rate limit was reached. */
const RATE_LIMITED =
	/rate.?limit|quota|too.?many.?requests|throttl|limit.{0,20}exceeded|exceeded.{0,20}limit/i;

/** The same with a success status, where a quota may also be one of records or storage. */
const SAYS_RATE_LIMIT = /rate.?limit|too.?many.?requests|throttl/i;

/** How services say that they are unavailable. */
const UNAVAILABLE = /unavailab|overload|maintenance|busy|capacity|starting|try again|retry/i;

/**
 * The status for a reached rate limit is not documented. Besides 429, a response means it if the header shows that
 * nothing is left and the status (GitHub's 403), Retry-After or the message says so. The header alone is not enough: a
 * 404 may come with the last request of the limit.
 * @param serviceText the service's `error.code` and `error.message`
 */
export function causeOfResponse({ status, headers }: ApiResponse, serviceText = ''): CauseName {
	const remaining = parseRemaining(headers['x-ratelimit-remaining']);
	const isSaid =
		RATE_LIMITED.test(serviceText) || (status < 500 && headers['retry-after'] !== undefined);
	if (remaining === 0 && status >= 400 && (status === 403 || isSaid)) return 'rateLimited';
	const cause = causeOfStatus(status);
	// The service sends the header with every response, a gateway does not.
	const byService = serviceText !== '' || remaining !== undefined;
	const saysSo = headers['retry-after'] !== undefined || UNAVAILABLE.test(serviceText);
	return cause === 'unavailable' && byService && !saysSo ? 'interrupted' : cause;
}

/** Errors are wrapped: Node.js's in axios's in n8n's. */
const DEEPEST = 6;

/** The cause of what the request helper threw. */
export function causeOfThrown(thrown: unknown): CauseName {
	for (const layer of layersOf(thrown)) {
		// n8n 1 passes on the code as `httpCode`, without the cause.
		const { httpCode, code = httpCode, syscall, name, message } = layer;
		const fullCode = [syscall, code].filter((part) => typeof part === 'string').join(' ');
		const text = `${String(name ?? '')}: ${String(message ?? '')}`;
		const cause = causeWhere((row) => row.code?.test(fullCode) || row.messagePattern?.test(text));
		if (cause) return cause;
	}
	return 'unknown';
}

/** Innermost first, because it is the most specific. */
function layersOf(thrown: unknown) {
	const layers: Array<Record<string, unknown>> = [];
	let next = thrown;
	while (isLayer(next) && layers.length < DEEPEST) {
		layers.unshift(next);
		next = next.cause ?? next.reason ?? failedConnection(next);
	}
	return layers;
}

/** If a host has several addresses, Node.js throws all their errors together, without `syscall`. */
function failedConnection({ errors: all }: Record<string, unknown>): unknown {
	if (!Array.isArray(all)) return undefined;
	const sent: unknown = all.find((each) => !isLayer(each) || each.syscall !== 'connect');
	return sent ?? all[0];
}

const isLayer = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;
