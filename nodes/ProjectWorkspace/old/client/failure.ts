import type { ServiceError } from '../records/serviceError';
import { quoted } from '../records/value';
import { errorRow, type CauseName } from './errors';
import { CHECK_FIRST, THE_ID } from './errors/row';
import type { RateLimitHeaders, ResponseHeaders } from './headers';
import type { ApiRequest, Failure } from './types';

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
