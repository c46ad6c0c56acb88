import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { causeOfThrown } from './causeOfThrown';
import type { Connection } from './connection';
import { failureOf } from './failure';
import { redact } from './redact';
import { readResponse } from './response';
import type { ApiRequest, Outcome } from './types';

export const CREDENTIAL = 'projectWorkspaceApi';

/** Where n8n lets the node send requests from: an execution, or the editor. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions;

export interface Sender {
	context: RequestContext;
	credential: ICredentialDataDecryptedObject;
	connection: Connection;
}

/** One request on the wire, once. Never throws: whatever happens comes back in words. */
export async function attempt(
	{ context, credential, connection }: Sender,
	request: ApiRequest,
	timeout: number,
): Promise<Outcome> {
	const { apiKey, baseUrl } = connection;
	try {
		const answer: FullAnswer = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			requestOptions(baseUrl, request, timeout),
			// Handed over decrypted, or n8n would read and decrypt the credential again for each request.
			{
				credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: credential },
			},
		);
		return readResponse(request, {
			status: answer.statusCode,
			headers: textHeaders(answer.headers, apiKey),
			text: redact(textOf(answer.body), apiKey),
		});
	} catch (error) {
		// Nothing of the error itself goes on: it holds the request with its headers, and so the key.
		return { ok: false, failure: failureOf(causeOfThrown(error), request) };
	}
}

/** What the helper returns for `returnFullResponse`; n8n-workflow types it as `any`. */
interface FullAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** Every status comes back as an answer, the body as text: only so can a cut or foreign answer be told from an empty one. */
function requestOptions(
	baseUrl: string,
	request: ApiRequest,
	timeout: number,
): IHttpRequestOptions {
	return {
		method: request.method,
		url: addressOf(baseUrl, request),
		// "The Content-Type header is application/json" stands under the rules for every request (specification, part 4).
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		// As text, because n8n's helper drops an empty object.
		...(request.body === undefined ? {} : { body: request.body }),
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key along to wherever a redirect points.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout,
	};
}

export function addressOf(baseUrl: string, { path, query, url }: ApiRequest): string {
	if (url !== undefined) return url;
	const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
	return `${baseUrl}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const textOf = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

function textHeaders(headers: Record<string, unknown>, apiKey: string): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			redact(Array.isArray(value) ? value.join(', ') : String(value), apiKey),
		]),
	);
}
