import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import type { Clock } from './clock';
import { causeOfThrown, readResponse, refused } from './outcome';
import { type Redact, redactHeaders } from './redact';
import type { ApiRequest, Outcome } from './types';

export const CREDENTIAL = 'projectWorkspaceApi';

/** Where n8n lets the node send requests from: an execution, the editor, or a poll. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface Sender {
	context: RequestContext;
	credential: ICredentialDataDecryptedObject;
	baseUrl: string;
	redact: Redact;
	clock: Clock;
}

/**
 * One request on the wire, once. Never throws for what a service or a network does.
 * @param timeout milliseconds from the start to the end of the response
 */
export async function sendOnce(
	{ context, credential, baseUrl, redact, clock }: Sender,
	request: ApiRequest,
	timeout: number,
): Promise<Outcome> {
	const deadline = startDeadline(timeout, cancelSignalOf(context), clock);
	let answer: FullAnswer;
	let text: string;
	try {
		answer = await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, deadline.signal),
			CREDENTIAL,
			requestOptions(baseUrl, request, timeout),
			// Handed over decrypted, or n8n would read and decrypt the credential again for each request.
			{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: credential } },
		);
		text = redact(await textOf(answer.body));
	} catch (error) {
		// Nothing of the error itself goes on: it contains the request with its headers, and so the key.
		return refused(
			deadline.signal.reason === TIMED_OUT ? 'timeout' : causeOfThrown(error),
			request,
		);
	} finally {
		deadline.end();
	}
	return readResponse(request, {
		status: answer.statusCode,
		headers: redactHeaders(answer.headers, redact),
		text,
	});
}

export const cancelSignalOf = (context: RequestContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

const TIMED_OUT = 'timed out';

/** While n8n is busy with something else, responses lie there unread: then no more than one part counts. */
const PARTS = 10;

/**
 * n8n's `timeout` is axios's: the longest silence on a connection that stands. It bounds neither a response that drips
 * in nor the time to connect, so all of it is bounded here.
 */
function startDeadline(ms: number, cancelSignal: AbortSignal | undefined, clock: Clock) {
	const abort = new AbortController();
	const timer = new AbortController();
	const cancel = () => abort.abort();
	if (cancelSignal?.aborted) cancel();
	cancelSignal?.addEventListener('abort', cancel, { once: true });
	const expire = async () => {
		for (let part = 0; part < PARTS; part++) await clock.sleep(ms / PARTS, timer.signal);
		abort.abort(TIMED_OUT);
	};
	expire().catch(() => {}); // ended before
	const end = () => {
		// With a reason of its own, as an error with its stack is made for none.
		timer.abort('over');
		cancelSignal?.removeEventListener('abort', cancel);
	};
	return { signal: abort.signal, end };
}

/** n8n's helper overwrites `abortSignal` with what this method of its `this` returns, in n8n 1 as in n8n 2. */
export const withSignal = <C extends RequestContext>(context: C, signal: AbortSignal): C =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as C; // the same with one method of its own

/** What the helper returns for `returnFullResponse`; n8n-workflow types it as `any`. */
interface FullAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** Every status comes back as a response, the body as text: only so can a cut or foreign body be told from an empty one. */
function requestOptions(
	baseUrl: string,
	request: ApiRequest,
	timeout: number,
): IHttpRequestOptions {
	return {
		method: request.method,
		url: addressOf(baseUrl, request),
		// Documented for every request, with a body or without (specification, part 4).
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		// As text: n8n's helper drops an empty object.
		...(request.body === undefined ? {} : { body: request.body }),
		// Read here: as text from axios, the responses of a long list outlive minor garbage collections.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key along to wherever a redirect points.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		// A second net. Where n8n is busy, this one counts all of the time.
		timeout: 2 * timeout,
	};
}

export function addressOf(baseUrl: string, { path, query, url }: ApiRequest): string {
	if (url !== undefined) return url;
	const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
	return `${baseUrl}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

interface Stream {
	setEncoding: (encoding: 'utf8') => AsyncIterable<string>;
}

const isStream = (body: unknown): body is Stream =>
	typeof body === 'object' && body !== null && 'setEncoding' in body;

/** n8n gives another body than a stream where a node's requests are mocked. */
async function textOf(body: unknown): Promise<string> {
	if (typeof body === 'string') return body;
	if (!isStream(body)) return body === undefined || body === null ? '' : JSON.stringify(body);
	let text = '';
	for await (const part of body.setEncoding('utf8')) text += part;
	return text;
}
