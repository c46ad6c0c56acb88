import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { parseJson } from '../records/json';
import { CREDENTIAL } from './credential';
import { causeOfStatus, type CauseName, type Failure } from './errors';
import { rateLimitHeaders, responseHeaders } from './headers';
import { networkFailure } from './networkFailure';
import { errorWords, pageTitle, reportsError } from './serviceError';
import type { ApiRequest, ApiResponse } from './types';

/** Where n8n lets the node send requests from: an execution, the editor, or a poll. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What came of one attempt. */
export type Outcome = ApiResponse | Failure;

export const isFailure = (outcome: Outcome): outcome is Failure => 'cause' in outcome;

const MAX_BYTES = 64 * 1024 * 1024;

const TIMEOUT_MS = 60_000;

interface Sending {
	context: RequestContext;
	credential: ICredentialDataDecryptedObject;
	baseUrl: string;
	/** Ends the request. */
	signal?: AbortSignal;
}

/** Sends a request through n8n, once. Never throws because of a service or a network. */
export async function sendOnce(sending: Sending, request: ApiRequest): Promise<Outcome> {
	const { context, credential, baseUrl } = sending;
	const url = addressOf(baseUrl, request);
	if (url === undefined) return { cause: 'otherOrigin' };

	const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
	// n8n's own timeout only bounds the silence on an open connection.
	const timeout = AbortSignal.timeout(timeoutMs);
	const signal = sending.signal ? AbortSignal.any([timeout, sending.signal]) : timeout;
	try {
		const response: IN8nHttpFullResponse = await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, signal),
			CREDENTIAL,
			requestOptions(url, request, timeoutMs),
			// Otherwise n8n would read and decrypt the credential again for each request.
			{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: credential } },
		);
		const text = await readText(response.body);
		return text === undefined ? tooLarge(response.statusCode) : readResponse(response, text, url);
	} catch (error) {
		// Never pass the error on: it contains the key.
		return timeout.aborted ? { cause: 'timeout' } : networkFailure(error, baseUrl);
	}
}

/** n8n's helper takes the signal from this method of its `this`, and ignores `abortSignal`. */
const withSignal = <C extends RequestContext>(context: C, signal: AbortSignal): C =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C; // with one method of its own

/** Below the base URL, or a link of the service. Undefined if the key must not be sent there. */
export function addressOf(baseUrl: string, { path, query, url }: ApiRequest): string | undefined {
	if (url !== undefined) {
		return URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin ? url : undefined;
	}
	const pairs = Object.entries(query).map(
		([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
	);
	return `${baseUrl}${path}${pairs.length > 0 ? '?' : ''}${pairs.join('&')}`;
}

/** The helper returns every response, whatever its status is, and its body as a stream, so that this node judges it. */
function requestOptions(url: string, request: ApiRequest, timeoutMs: number): IHttpRequestOptions {
	return {
		method: request.method,
		url,
		// Documented for every request, with a body or without (specification, part 4).
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: request.body,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key to wherever a redirect points.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		// The signal is first.
		timeout: 2 * timeoutMs,
	};
}

/** @returns undefined for a response that is too large, which is not read to its end */
async function readText(body: unknown): Promise<string | undefined> {
	// No stream if n8n mocks the request.
	if (typeof body !== 'object' || body === null) return String(body ?? '');
	if (!(Symbol.asyncIterator in body)) return JSON.stringify(body);

	const parts: Buffer[] = [];
	let bytes = 0;
	for await (const part of body as AsyncIterable<Buffer>) {
		bytes += part.length;
		if (bytes > MAX_BYTES) return undefined;
		parts.push(part);
	}
	return Buffer.concat(parts).toString();
}

const tooLarge = (status: number): Failure => ({
	cause: 'tooLarge',
	status,
	detail: `more than ${MAX_BYTES / 1024 / 1024} MB`,
});

/** Headers in which services commonly name a request, so that their support can find it. */
const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id'];

/** Reads a response: its body, or why it failed. */
export function readResponse(
	response: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>,
	text: string,
	url: string,
): Outcome {
	const { statusCode: status } = response;
	const headers = responseHeaders(response.headers);
	const { isJson, value } = bodyOf(text);
	const isSuccess = status >= 200 && status < 300 && isJson;
	if (isSuccess && !reportsError(value)) return { status, headers, body: value };

	const { remaining, retryAfterMs } = rateLimitHeaders(headers);
	const { code, message: serviceMessage } = errorWords(value);
	const seen = { status, isJson, code, serviceMessage, remaining };
	const cause = causeOfResponse(seen);
	const redirect = cause === 'redirected' ? redirectTo(headers.location, url) : undefined;
	return {
		...seen,
		cause,
		requestId: REQUEST_IDS.map((name) => headers[name]).find((id) => id !== undefined),
		retryAfterMs,
		detail: redirect?.detail,
		advice: redirect?.advice,
	};
}

/** How services say that the rate limit was reached. */
const RATE_LIMIT = /rate.?limit|quota|too.?many.?requests/i;

/** nginx, Go and Apache, about a request to an HTTPS port. */
const PLAIN_HTTP = /plain HTTP request|HTTP request to an HTTPS|speaking plain HTTP/i;

type Seen = Required<Pick<Failure, 'status' | 'isJson'>> &
	Pick<Failure, 'code' | 'serviceMessage' | 'remaining'>;

function causeOfResponse({ status, isJson, code, serviceMessage, remaining }: Seen): CauseName {
	const words = `${code} ${serviceMessage}`;
	if (status < 300 && !isJson) return 'notJson';
	if (status === 400 && PLAIN_HTTP.test(words)) return 'plainHttp';
	if (status === 403 && remaining === 0 && RATE_LIMIT.test(words)) return 'rateLimited';
	return causeOfStatus(status);
}

interface Redirect {
	detail?: string;
	advice?: string;
}

/** Where a redirect leads, and what to change in 'Base URL'. */
function redirectTo(location: string | undefined, url: string): Redirect {
	if (location === undefined || !URL.canParse(location, url)) return {};
	const [from, to] = [new URL(url), new URL(location, url)];
	// Without the query, which may contain secrets.
	const detail = `to ${to.origin}${to.pathname}`;

	if (to.hostname !== from.hostname) return { detail };
	if (from.protocol === 'http:' && to.protocol === 'https:') {
		return { detail, advice: "Change http:// to https:// in 'Base URL' in the credential." };
	}
	const advice =
		"The service wants another form of the address: add or remove the slash at its end, or correct the path of 'Base URL' in the credential.";
	return { detail, advice };
}

interface Body {
	isJson: boolean;
	/** Undefined where there is none. Of a web page its title, of other text the text. */
	value: unknown;
}

function bodyOf(text: string): Body {
	const trimmed = text.trim();
	if (trimmed === '') return { isJson: true, value: undefined };
	try {
		return { isJson: true, value: parseJson(trimmed) };
	} catch {
		const value = trimmed.startsWith('<') ? pageTitle(trimmed) : trimmed;
		return { isJson: false, value };
	}
}
