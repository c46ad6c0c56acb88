import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { parseJson, JsonCut, JsonTooLarge } from '../records/json';
import { readServiceError, readStatedError } from '../records/serviceError';
import { ok, reject, type Result } from '../result';
import { nextTurn, startTimeout, type Clock } from './clock';
import { CREDENTIAL, type Connection } from './connection';
import { causeOfResponse, causeOfThrown, type CauseName } from './errors';
import { failureFor } from './failure';
import { headersAsText, readRateLimit, type ResponseHeaders } from './headers';
import type { Hide } from './redact';
import type { ApiRequest, Failure, Outcome } from './types';

/** Where n8n lets the node send requests from: an execution, the editor, or a poll. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Sends requests through n8n, each once. Never throws because of a service or a network. */
export const sendOnceWith =
	(
		context: RequestContext,
		credential: ICredentialDataDecryptedObject,
		{ baseUrl, service }: Connection,
		hide: Hide,
		clock: Clock,
	) =>
	/** @param timeout milliseconds from the start to the end of the response */
	async (request: ApiRequest, timeout: number): Promise<Outcome> => {
		const timer = startTimeout(timeout, cancelSignalOf(context), clock);
		// An error after `try` is a bug and no failed request.
		let response: IN8nHttpFullResponse; // n8n-workflow types what the helper returns as `any`
		let text: Result<string, Failure>;
		try {
			response = await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, timer.signal),
				CREDENTIAL,
				requestOptions(withoutKey(addressOf(baseUrl, request), hide), request, timeout),
				// Otherwise n8n would read and decrypt the credential again for each request.
				{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: credential } },
			);
			text = await readText(request, response, service.maxBytes);
		} catch (error) {
			// Never pass the error on: it contains the key.
			return reject(failureFor(timer.isOver() ? 'timeout' : causeOfThrown(error), request));
		} finally {
			timer.end();
		}
		if (!text.ok) return text;
		const outcome = readResponse(request, response, text.value);
		// n8n responds to others before what is in a long response is looked at.
		if (text.value.length > LONG) await nextTurn();
		return outcome;
	};

/** Characters that take longer to read than a turn of the event loop. */
const LONG = 1_000_000;

export const cancelSignalOf = (context: RequestContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** n8n's helper takes the signal from this method of its `this`, and ignores `abortSignal`. */
export const withSignal = <C extends RequestContext>(context: C, signal: AbortSignal): C =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as C; // the same with one method of its own

/** The helper returns every response, whatever its status is, and its body as text, so that this node can judge it. */
function requestOptions(url: string, request: ApiRequest, timeout: number): IHttpRequestOptions {
	return {
		method: request.method,
		url,
		// Documented for every request, with a body or without (specification, part 4).
		headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...request.headers },
		// As text: n8n's helper drops an empty object.
		...(request.body === undefined ? {} : { body: request.body }),
		// As text from axios, the responses of a long list would take twice the memory.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key to wherever a redirect points.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		// In case the timer of `startTimeout` is late because n8n is busy.
		timeout: 2 * timeout,
	};
}

/** The absolute URL of a request: below the base address, or a link of the service. */
export function addressOf(baseUrl: string, { path, query, url }: ApiRequest): string {
	if (url !== undefined) return url;
	const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
	return `${baseUrl}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** Some services repeat the key in their links. It is sent in a header, and URLs appear in logs of proxies. */
function withoutKey(address: string, hide: Hide): string {
	if (hide(address) === address) return address;
	const url = new URL(address);
	for (const [name, value] of [...url.searchParams])
		if (hide(value) !== value) url.searchParams.delete(name);
	return url.href;
}

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
			return reject(failureFor('tooLarge', request, { detail, status: response.statusCode }));
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
): { body?: unknown; unreadable?: CauseName; detail?: string } {
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
