import { errorRow, THE_ID, type CauseName } from './errors';
import type { ApiRequest, ApiResponse, Failure } from './types';

/** Header under which services commonly name a request, so that their support can find it. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id'];

/** Long enough for any sentence, short enough for n8n's panel. */
const LONGEST_SERVICE_MESSAGE = 500;

interface ServiceWords {
	code?: string;
	message?: string;
}

export function failureOf(
	cause: CauseName,
	request: ApiRequest,
	seen: { response?: ApiResponse; words?: ServiceWords; addition?: string } = {},
): Failure {
	const { response, words, addition } = seen;
	const { message, description, withoutId, notSent } = errorRow(cause);
	const facts = [
		words?.code,
		`${request.method} ${request.path}`,
		response && `HTTP ${response.status}`,
		addition,
		notSent && 'not sent',
	];
	// What a person needs comes first: n8n shows the beginning of a long message.
	const said = [message, words?.message?.replace(/\.?\s*$/, '')].filter(Boolean).join(': ');
	const requestId = REQUEST_ID_HEADERS.map((name) => response?.headers[name]).find(Boolean);
	return {
		cause,
		message: `${said} (${facts.filter(Boolean).join(', ')})`,
		description: holdsId(request)
			? description.replace(THE_ID, idWords(request))
			: (withoutId ?? description),
		code: words?.code ?? cause,
		...(words?.message ? { serviceMessage: words.message } : {}),
		...(response ? { status: response.status } : {}),
		method: request.method,
		path: request.path,
		...(notSent ? { sent: false } : {}),
		...(requestId ? { requestId } : {}),
	};
}

/** Where the person finds the ID. */
const idWords = ({ idLabel }: ApiRequest) => (idLabel ? `${THE_ID} in '${idLabel}'` : THE_ID);

/** Whether an ID stands in the path (behind the resource), or under a name like `project_id` in the query or the body. */
const holdsId = ({ path, query, body = '' }: ApiRequest) =>
	path.split('/').length > 2 ||
	Object.keys(query).some((name) => name.endsWith('_id')) ||
	body.includes('_id"');

/**
 * The service's `error.code` and `error.message` (specification, part 7). Other common places are
 * read as well, because a gateway in front of the service answers in its own way.
 */
export function serviceWords(body: unknown): ServiceWords | undefined {
	if (!isObject(body)) return undefined;
	const { error } = body;
	if (isObject(error)) return words(error.code, error.message ?? error.detail);
	if (typeof error === 'string') return words(error, body.error_description ?? body.message);
	if (body.message !== undefined || body.code !== undefined) return words(body.code, body.message);
	return undefined;
}

function words(code: unknown, message: unknown): ServiceWords | undefined {
	const read = { code: asText(code), message: asText(message) };
	return read.code || read.message ? read : undefined;
}

const asText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number'
		? String(value).slice(0, LONGEST_SERVICE_MESSAGE) || undefined
		: undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
