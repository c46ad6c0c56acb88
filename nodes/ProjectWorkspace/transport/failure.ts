import { ApiError, type ResponseFacts } from '../errors';
import { joinSentences } from '../texts';
import { causeRow, type CauseName } from './causes';
import type { ApiRequest, ApiResponse } from './types';

/** Why one attempt failed. Without secrets, because its texts are cut, and the rest of a secret would not be recognized. */
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

/** What came of one attempt. */
export type Outcome = ApiResponse | Failure;

export const isFailure = (outcome: Outcome): outcome is Failure => 'cause' in outcome;

/**
 * The error for a person: what happened, and what to do about it.
 * @param attempts why each attempt to send the request failed; empty if it was not sent
 */
export function apiError(
	failure: Failure,
	request: ApiRequest,
	attempts: readonly Failure[] = [failure],
): ApiError {
	const { cause, code = cause, networkCode } = failure;
	const { again, n8nCause } = causeRow(cause);
	const byDefault = again ? 'temporarily-unavailable' : 'configuration-invalid';
	const { method, path } = request;
	const mayHaveBeenMade = attempts.some((each) => mayHaveChanged(each, request));

	const description = joinSentences([
		mayHaveBeenMade &&
			"Check whether the change was made before you try again, except with 'Create or Update', which finds it.",
		adviceOn(failure, request),
		// Not in the message: n8n replaces a message that contains such a code with its own.
		networkCode && `Details: ${networkCode}`,
	]);
	return new ApiError(messageOf(failure, request, attempts.length), description, {
		...failure,
		code,
		n8nCause: n8nCause ?? byDefault,
		method,
		path,
		attempts: attempts.length > 1 ? attempts.length : undefined,
		mayHaveBeenMade,
	});
}

/** Whether the service may have made the change, although no response says so. */
function mayHaveChanged({ cause, status }: Failure, { method }: ApiRequest): boolean {
	if (method === 'GET' || causeRow(cause).notSent) return false;
	return status === undefined || status === 408 || status >= 500 || status < 300;
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
		retryAfterMs && `Retry-After: ${Math.ceil(retryAfterMs / 1000)} s`,
		detail,
		isUnsent && 'not sent',
	];
	return `${words.filter(Boolean).join(': ')} (${facts.filter(Boolean).join(', ')})`;
}

function adviceOn({ cause, isJson }: Failure, { idLabel, path }: ApiRequest): string {
	const { advice } = causeRow(cause);
	if (cause !== 'notFound') return advice;

	const onId = idLabel && `Check the ID in '${idLabel}'.`;
	const hasId = onId || /^\/\w+\/./.test(path);
	// A service that responds in JSON is at this address, so that it is the ID that is wrong.
	if (hasId && isJson) return onId ?? 'Check whether the record still exists.';
	return onId ? `${onId} ${advice}` : advice;
}
