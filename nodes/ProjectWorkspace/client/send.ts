import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { reject, type Result } from '../result';
import { nextTurn, type Clock } from './clock';
import { CREDENTIAL, type Connection } from './connection';
import { causeOfThrown } from './errors';
import { failureFor, readResponse, readText } from './response';
import type { Hide } from './redact';
import type { ApiRequest, Failure, Outcome } from './types';

/** Where n8n lets the node send requests from: an execution, the editor, or a poll. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Sends requests through n8n, each once. Never throws because of a service or a network. */
export const sendOnceWith =
	(
		context: RequestContext,
		credential: ICredentialDataDecryptedObject,
		{ baseUrl, service }: Pick<Connection, 'baseUrl' | 'service'>,
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

const TIMED_OUT = 'timed out';

/** The timeout runs in parts: while n8n is too busy to read responses, only one of them passes. */
const PARTS = 10;

/**
 * Bounds a whole request. n8n's `timeout` is axios's, which only bounds the silence on an open connection.
 * @param cancelSignal ends it as well
 */
function startTimeout(ms: number, cancelSignal: AbortSignal | undefined, clock: Clock) {
	const abort = new AbortController();
	const timer = new AbortController();
	const cancel = () => abort.abort();
	if (cancelSignal?.aborted) cancel();
	cancelSignal?.addEventListener('abort', cancel, { signal: timer.signal });
	const expire = async () => {
		for (let part = 0; part < PARTS; part++) await clock.sleep(ms / PARTS, timer.signal);
		abort.abort(TIMED_OUT);
	};
	expire().catch(() => {}); // ended before
	return {
		signal: abort.signal,
		isOver: () => abort.signal.reason === TIMED_OUT,
		// With a reason, because the default one is an error with a stack.
		end: () => timer.abort('over'),
	};
}

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
		// In case the timer above is late because n8n is busy.
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
