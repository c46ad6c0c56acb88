import { ApiError, type ResponseFacts } from '../errors';
import { causeRow, type CauseName } from './causes';
import type { ApiRequest } from './types';

/** Why one attempt failed. */
export interface Failure extends ResponseFacts {
	cause: CauseName;
	/** `error.code` of the service. */
	code?: string;
	/** Node's, OpenSSL's or n8n's own words about the network. */
	networkCode?: string;
	/** What else the message says, such as where the service redirects to. */
	detail?: string;
	/** Requests left before the rate limit. */
	remaining?: number;
}

/** Whether the service may have made the change, although no response says so. */
function mayHaveChanged({ cause, status }: Failure, { method }: ApiRequest): boolean {
	if (method === 'GET' || causeRow(cause).notSent) return false;
	if (status === undefined || status === 408) return true;
	return status >= 500 || status < 300;
}

/**
 * The error for a person: what happened, and what to do about it.
 * @param attempts why each attempt to send the request failed; empty if it was not sent
 */
export function apiError(
	failure: Failure,
	request: ApiRequest,
	attempts: readonly Failure[] = [failure],
): ApiError {
	const { cause, code = cause } = failure;
	const { method, path } = request;
	const mayHaveBeenMade = attempts.some((each) => mayHaveChanged(each, request));

	return new ApiError(
		messageOf(failure, request, attempts.length),
		descriptionOf(failure, request, mayHaveBeenMade),
		{
			...failure,
			code,
			n8nCause: n8nCauseOf(cause),
			method,
			path,
			attempts: attempts.length > 1 ? attempts.length : undefined,
			mayHaveBeenMade,
		},
	);
}

function n8nCauseOf(cause: CauseName): ApiError['details']['n8nCause'] {
	const { again, n8nCause } = causeRow(cause);
	if (n8nCause) return n8nCause;
	return again ? 'temporarily-unavailable' : 'configuration-invalid';
}

/** The most important comes first, because n8n cuts long messages. */
function messageOf(failure: Failure, { method, path }: ApiRequest, attempts: number): string {
	const { cause, status, code, serviceMessage, retryAfterMs, detail } = failure;
	const { message, notSent } = causeRow(cause);
	const isUnsent = attempts === 0 || (notSent && attempts === 1);
	const words = [message, serviceMessage?.replace(/\.$/, '')];
	const facts = [
		code,
		`${method} ${path}`,
		status && `HTTP ${status}`,
		detail,
		retryAfterMs && `Retry-After: ${Math.ceil(retryAfterMs / 1000)} s`,
		isUnsent && 'not sent',
	];
	return `${words.filter(Boolean).join(': ')} (${facts.filter(Boolean).join(', ')})`;
}

function descriptionOf(failure: Failure, request: ApiRequest, mayHaveBeenMade: boolean): string {
	const { cause, networkCode } = failure;
	const sentences = [
		mayHaveBeenMade && 'Check whether the change was made before you try again.',
		cause === 'notFound' && adviceOnId(failure, request),
		causeRow(cause).advice,
		// Not in the message: n8n replaces a message that contains such a code with its own.
		networkCode && `Details: ${networkCode}.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** A service that responds in JSON is at this address, so a record that is not found is likelier than a wrong base URL. */
function adviceOnId({ isJson }: Failure, { idLabel, path }: ApiRequest): string | undefined {
	const hasId = /^\/\w+\/./.test(path);
	if (!idLabel && !(hasId && isJson)) return undefined;

	const check = idLabel
		? `Check the ID in '${idLabel}'.`
		: 'Check whether the record still exists.';
	return `${check} If every request fails, the base URL is the likely cause.`;
}
