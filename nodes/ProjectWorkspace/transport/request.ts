import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { isObject, textOf } from '../records/value';
import { briefly } from '../texts';
import { CREDENTIAL } from './credential';
import { causeOfText, type CauseName } from './causes';
import type { Failure } from './failure';
import { readResponse, type Outcome } from './response';
import type { ApiRequest, Hide } from './types';

/** Where n8n lets the node send requests from: an execution, the editor, or a poll. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

const MAX_MB = 64;

const TIMEOUT_MS = 60_000;

interface Sending {
	context: RequestContext;
	credential: ICredentialDataDecryptedObject;
	baseUrl: string;
	/** Hides secrets in what an error quotes. */
	hide: Hide;
	/** Ends the request. */
	signal?: AbortSignal;
}

/** Sends a request through n8n, once. Never throws because of a service or a network. */
export async function sendOnce(sending: Sending, request: ApiRequest): Promise<Outcome> {
	const { context, credential, baseUrl, hide } = sending;
	const url = urlOf(baseUrl, request);
	const refused = refusalOf(url, baseUrl);
	if (refused) return refused;

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
		return await readResponseBody(response, url, hide);
	} catch (error) {
		// Never pass the error on: it contains the key.
		return timeout.aborted ? { cause: 'timeout' } : networkFailure(error, baseUrl, hide);
	}
}

/** n8n's helper takes the signal from this method of its `this`, and ignores `abortSignal`. */
const withSignal = <C extends RequestContext>(context: C, signal: AbortSignal): C =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C; // with one method of its own

/** Below the base URL, or a link of the service. */
export function urlOf(baseUrl: string, { path, query, url }: ApiRequest): string {
	if (url !== undefined) return url;

	const pairs = Object.entries(query).map(
		([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
	);
	return `${baseUrl}${path}${pairs.length > 0 ? '?' : ''}${pairs.join('&')}`;
}

/** The key is only sent to the origin of the base URL. */
export function refusalOf(url: string, baseUrl: string): Failure | undefined {
	const { origin, username, password } = new URL(url);
	const hasLogin = `${username}${password}` !== '';
	if (origin === new URL(baseUrl).origin && !hasLogin) return undefined;
	const detail = hasLogin ? 'it contains a username or password' : `it leads to ${origin}`;
	return { cause: 'otherOrigin', detail };
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

/** Reads a response, but not one that is too large to its end. */
export async function readResponseBody(
	response: IN8nHttpFullResponse,
	url: string,
	hide: Hide,
): Promise<Outcome> {
	const text = await readText(response.body);
	if (text !== undefined) return readResponse(response, text, url, hide);
	return { cause: 'tooLarge', status: response.statusCode, detail: `more than ${MAX_MB} MB` };
}

/** @returns undefined if it is too large */
async function readText(body: unknown): Promise<string | undefined> {
	// No stream if n8n mocks the request.
	if (!isStream(body)) return textOf(body);

	const parts: Buffer[] = [];
	let bytes = 0;
	for await (const part of body) {
		bytes += part.length;
		if (bytes > MAX_MB * 1024 * 1024) return undefined;
		parts.push(part);
	}
	return Buffer.concat(parts).toString();
}

const isStream = (body: unknown): body is AsyncIterable<Buffer> =>
	isObject(body) && Symbol.asyncIterator in body;

/** Why there is no response, by what n8n's request helper has thrown. */
export function networkFailure(thrown: unknown, baseUrl: string, hide: Hide): Failure {
	const texts = textsOf(thrown).map(hide);
	const text = texts.join('\n');
	const cause = isAboutProxy(text, baseUrl) ? 'proxyFailed' : causeOfText(text);
	return { cause, networkCode: networkCodeIn(texts, cause) };
}

/** Errors are wrapped: Node's in axios's in n8n's. */
const MAX_WRAPPED = 6;

/** Codes and messages of an error and of those in it. n8n keeps the code and the messages that it replaces. */
function textsOf(error: unknown, levels = MAX_WRAPPED): string[] {
	if (!isObject(error) || levels === 0) return [];
	const { code, httpCode, name, messages, message, cause, errors } = error;

	const texts = [code, httpCode, name, messages, message].flat();
	// `errors` has one for each address of a host with several.
	const inner = [cause, errors].flat().flatMap((each) => textsOf(each, levels - 1));
	return [...texts.filter((each) => typeof each === 'string'), ...inner];
}

/** Node's code, with OpenSSL's reason; of something unknown the message of the innermost error. */
function networkCodeIn(texts: readonly string[], cause: CauseName): string | undefined {
	const code = texts.find((text) => /^[A-Z][A-Z\d_]+$/.test(text));
	if (code === undefined) return cause === 'unknown' ? briefly(texts.at(-1) ?? '') : undefined;

	const [, reason] = /SSL routines:[^:]*:([^:]+)/.exec(texts.join('\n')) ?? [];
	return reason === undefined ? code : `${code}, ${reason}`;
}

/** Whether the connection that failed was one to another host or port than the service's. */
function isAboutProxy(text: string, baseUrl: string): boolean {
	const { hostname, port, protocol } = new URL(baseUrl);
	const [, unknownHost] = /getaddrinfo \w+ (\S+)/.exec(text) ?? [];
	if (unknownHost !== undefined) return unknownHost !== hostname;

	const defaultPort = protocol === 'https:' ? '443' : '80';
	const [, failedPort] = /connect E[A-Z]+ \S+:(\d+)/.exec(text) ?? [];
	return failedPort !== undefined && failedPort !== (port || defaultPort);
}
