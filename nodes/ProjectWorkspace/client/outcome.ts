import { errorWords, type ErrorWords } from '../records/errorWords';
import { isObject, parseJson } from '../records/json';
import { readStatedError } from '../records/statedError';
import { errorRow, errors, THE_ID, type CauseName, type ErrorRow } from './errors';
import { parseRemaining } from './rateLimit/remaining';
import { parseRetryAfter } from './retryPolicy';
import type { ApiRequest, ApiResponse, Outcome, Refused } from './types';

/** Turns a response into what it says: a body, or why there is none. */
export function readResponse(request: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const parsed = parse(response);
	if (status < 200 || status >= 300) {
		const words = isObject(parsed.body) ? errorWords(parsed.body) : {};
		// A query may contain what should not be in a message.
		const addition = headers.location && `to ${headers.location.replace(/[?#].*$/s, '')}`;
		const said = [words.code, words.message].filter(Boolean).join(' ');
		return refused(causeOfResponse(response, said), request, { response, words, addition });
	}
	if (parsed.unreadable) return refused(parsed.unreadable, request, { response });
	const stated = readStatedError(parsed.body);
	// A record next to the error shows that the service acted: reading it as a failure would have it repeated.
	if (stated && !stated.besideRecords) {
		const isQuota = SAYS_RATE_LIMIT.test(`${stated.code ?? ''} ${stated.message}`);
		const cause = isQuota ? 'quotaRefused' : 'refusedWithSuccess';
		return refused(cause, request, { response, words: stated });
	}
	return { ok: true, status, headers, body: parsed.body };
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

/** @param seen what is known beyond the cause: the response, the service's own words, one more fact for the message */
export function refused(
	cause: CauseName,
	request: ApiRequest,
	seen: { response?: ApiResponse; words?: ErrorWords; addition?: string } = {},
): Refused {
	const { response, words, addition } = seen;
	const { method, path, idLabel } = request;
	const { message, description, withoutId, neverSent } = errorRow(cause);
	const facts = [
		words?.code,
		`${method} ${path}`,
		response && `HTTP ${response.status}`,
		addition,
		neverSent && 'not sent',
	];
	// What a person needs comes first: n8n shows the beginning of a long message.
	const said = [message, words?.message?.replace(/\.?\s*$/, '')].filter(Boolean).join(': ');
	const retryAfterMs = parseRetryAfter(response?.headers['retry-after'], Date.now());
	const requestId = REQUEST_ID_HEADERS.map((name) => response?.headers[name]).find(Boolean);
	return {
		ok: false,
		failure: {
			cause,
			message: `${said} (${facts.filter(Boolean).join(', ')})`,
			description: hasId(request)
				? description.replace(THE_ID, idLabel ? `${THE_ID} in '${idLabel}'` : THE_ID)
				: (withoutId ?? description),
			code: words?.code ?? cause,
			...(words?.message ? { serviceMessage: words.message } : {}),
			...(response ? { status: response.status } : {}),
			method,
			path,
			...(retryAfterMs === undefined ? {} : { retryAfterMs }),
			...(neverSent ? { sent: false } : {}),
			...(requestId ? { requestId } : {}),
		},
		...(response ? { headers: response.headers } : {}),
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

/** By HTTP convention; a status without a row of its own counts by its hundred. */
function causeOfStatus(status: number): CauseName {
	const known = causeWhere(({ statuses }) => statuses?.includes(status));
	if (known) return known;
	if (status >= 500) return 'serverFault';
	if (status >= 400) return 'invalidRequest';
	if (status >= 300) return 'redirected';
	return 'otherStatus';
}

/** How services word a spent quota. */
const RATE_LIMITED =
	/rate.?limit|quota|too.?many.?requests|throttl|limit.{0,20}exceeded|exceeded.{0,20}limit/i;

/** The same where the status is one of success: a quota may also be one of records or of storage. */
const SAYS_RATE_LIMIT = /rate.?limit|too.?many.?requests|throttl/i;

/** How services say that they take no requests at present. */
const UNAVAILABLE = /unavailab|overload|maintenance|busy|capacity|starting|try again|retry/i;

/**
 * The status of a spent quota is not documented. Besides 429, a response means it if the header shows that nothing
 * is left and the status (GitHub's 403), Retry-After or the service's own words say so: a 404 or a 503 may also come
 * with the last of the quota, and would be repeated for nothing, or twice.
 * @param said the service's `error.code` and `error.message`
 */
export function causeOfResponse({ status, headers }: ApiResponse, said = ''): CauseName {
	const remaining = parseRemaining(headers['x-ratelimit-remaining']);
	const isSaid = RATE_LIMITED.test(said) || (status < 500 && headers['retry-after'] !== undefined);
	if (remaining === 0 && status >= 400 && (status === 403 || isSaid)) return 'quotaRefused';
	const cause = causeOfStatus(status);
	// The header is documented for every response of the service, and a gateway knows nothing of it.
	const byService = said !== '' || remaining !== undefined;
	const saysSo = headers['retry-after'] !== undefined || UNAVAILABLE.test(said);
	return cause === 'unavailable' && byService && !saysSo ? 'interrupted' : cause;
}

/** How deep errors are wrapped: n8n's around axios's around Node.js's, with room to spare. */
const DEEPEST = 6;

/** Why no response came, from whatever the request helper threw. */
export function causeOfThrown(thrown: unknown): CauseName {
	for (const layer of layersOf(thrown)) {
		const { code, syscall, name, message } = layer;
		const fullCode = [syscall, code].filter((part) => typeof part === 'string').join(' ');
		const text = `${String(name ?? '')}: ${String(message ?? '')}`;
		const cause = causeWhere((row) => row.code?.test(fullCode) || row.says?.test(text));
		if (cause) return cause;
	}
	return 'unknown';
}

type Layer = Readonly<Record<string, unknown>>;

/** Innermost first: it names the reason, and the outer ones paraphrase it. */
function layersOf(thrown: unknown): Layer[] {
	const layers: Layer[] = [];
	let next = thrown;
	while (isLayer(next) && layers.length < DEEPEST) {
		layers.unshift(next);
		next = next.cause ?? next.reason ?? failedConnection(next);
	}
	return layers;
}

/** Where a host has several addresses, Node.js tries them all and throws their errors together, without `syscall`. */
function failedConnection({ errors: all }: Layer): unknown {
	if (!Array.isArray(all)) return undefined;
	const sent: unknown = all.find((each) => !isLayer(each) || each.syscall !== 'connect');
	return sent ?? all[0];
}

const isLayer = (value: unknown): value is Layer => typeof value === 'object' && value !== null;
