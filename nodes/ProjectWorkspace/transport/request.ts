import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { refusalOf, urlOf } from './address';
import { CREDENTIAL } from './credential';
import type { Outcome } from './failure';
import { networkFailure } from './networkFailure';
import { readResponse } from './response';
import type { ApiRequest, Hide } from './types';

/** Where n8n lets the node send requests from: an execution, the editor, or a poll. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

const TIMEOUT_MS = 60_000;

/** What each request of one run with one credential is sent with. */
interface Sending {
	context: RequestContext;
	credential: ICredentialDataDecryptedObject;
	baseUrl: string;
	/** Hides secrets in what an error quotes. */
	hide: Hide;
	/** Ends what is read. */
	signal?: AbortSignal;
}

/** Sends a request through n8n, once. Never throws because of a service or a network. */
export async function sendOnce(sending: Sending, request: ApiRequest): Promise<Outcome> {
	const { context, credential, baseUrl, hide } = sending;
	const url = urlOf(baseUrl, request);
	const refused = refusalOf(url, baseUrl);
	if (refused) return refused;

	const { method, body, timeoutMs = TIMEOUT_MS } = request;
	// n8n's own timeout only bounds the silence on an open connection.
	const timeout = AbortSignal.timeout(timeoutMs);
	// A write in flight is not ended: only its response shows whether something was written.
	const end = method === 'GET' ? sending.signal : cancelSignalOf(context);
	const signal = end ? AbortSignal.any([timeout, end]) : timeout;

	// The helper returns every response, whatever its status is, and its body as a stream, so that this node judges it.
	const options: IHttpRequestOptions = {
		method,
		url,
		// Documented for every request, with a body or without (specification, part 4).
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key to wherever a redirect points.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		// The signal is first.
		timeout: 2 * timeoutMs,
	};
	try {
		const response: IN8nHttpFullResponse = await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, signal),
			CREDENTIAL,
			options,
			// Otherwise n8n would read and decrypt the credential again for each request.
			{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: credential } },
		);
		return await readResponse(response, url, hide);
	} catch (error) {
		return timeout.aborted ? { cause: 'timeout' } : networkFailure(error, baseUrl, hide);
	}
}

/** Aborted when a person cancels the execution. */
export const cancelSignalOf = (context: RequestContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** n8n's helper takes the signal from this method of its `this`, and ignores `abortSignal`. */
const withSignal = <C extends RequestContext>(context: C, signal: AbortSignal): C =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C; // with one method of its own
