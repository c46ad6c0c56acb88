import type { ErrorWords } from '../records/errorWords';
import { errorRow, THE_ID, type CauseName } from './errors';
import type { ApiRequest, ApiResponse, Failure } from './types';

/** Headers in which services commonly name a request, so that their support can find it. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id'];

/** @param seen what is known beyond the cause: the response, the service's own words, one more fact for the message */
export function failureOf(
	cause: CauseName,
	request: ApiRequest,
	seen: { response?: ApiResponse; words?: ErrorWords; addition?: string } = {},
): Failure {
	const { response, words, addition } = seen;
	const { message, description, withoutId, neverSent } = errorRow(cause);
	const facts = [
		words?.code,
		`${request.method} ${request.path}`,
		response && `HTTP ${response.status}`,
		addition,
		neverSent && 'not sent',
	];
	// What a person needs comes first: n8n shows the beginning of a long message.
	const said = [message, words?.message?.replace(/\.?\s*$/, '')].filter(Boolean).join(': ');
	const requestId = REQUEST_ID_HEADERS.map((name) => response?.headers[name]).find(Boolean);
	return {
		cause,
		message: `${said} (${facts.filter(Boolean).join(', ')})`,
		description: hasId(request)
			? description.replace(THE_ID, idWithLabel(request))
			: (withoutId ?? description),
		code: words?.code ?? cause,
		...(words?.message ? { serviceMessage: words.message } : {}),
		...(response ? { status: response.status } : {}),
		method: request.method,
		path: request.path,
		...(neverSent ? { sent: false } : {}),
		...(requestId ? { requestId } : {}),
	};
}

/** With the parameter in which the person finds it. */
const idWithLabel = ({ idLabel }: ApiRequest) => (idLabel ? `${THE_ID} in '${idLabel}'` : THE_ID);

/** Whether there is an ID in the path (after the resource), or under a name like `project_id` in the query or the body. */
const hasId = ({ path, query, body = '' }: ApiRequest) =>
	path.split('/').length > 2 ||
	Object.keys(query).some((name) => name.endsWith('_id')) ||
	body.includes('_id"');
