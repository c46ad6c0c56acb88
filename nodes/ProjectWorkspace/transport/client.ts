import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import type { Connection, FieldProblem } from './connection';
import { readConnection } from './connection';
import { causeOfThrown } from './causeOfThrown';
import { failureOf } from './failure';
import { redact } from './redact';
import { readResponse } from './response';
import type { ApiRequest, Outcome } from './types';

export const CREDENTIAL = 'projectWorkspaceApi';

export interface Client {
	connection: Connection;
	send: (request: ApiRequest, timeout: number) => Promise<Outcome>;
}

export type Connected = { ok: true; client: Client } | { ok: false; problem: FieldProblem };

/** Reads and checks the credential once, for all requests that follow. */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions,
): Promise<Connected> {
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const connection = readConnection(credential);
	if (!connection.ok) return connection;
	const { value } = connection;
	const send = async (request: ApiRequest, timeout: number) =>
		await sendOnce(context, credential, value, request, timeout);
	return { ok: true, client: { connection: value, send } };
}

async function sendOnce(
	context: IExecuteFunctions | ILoadOptionsFunctions,
	credential: ICredentialDataDecryptedObject,
	{ apiKey, baseUrl }: Connection,
	request: ApiRequest,
	timeout: number,
): Promise<Outcome> {
	try {
		const answer: FullAnswer = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			requestOptions(baseUrl, request, timeout),
			// Handed over decrypted, or n8n would read and decrypt the credential again for each request.
			{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: credential } },
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
export function requestOptions(
	baseUrl: string,
	request: ApiRequest,
	timeout: number,
): IHttpRequestOptions {
	const query = Object.entries(request.query)
		.map((pair) => pair.map(encodeURIComponent).join('='))
		.join('&');
	return {
		method: request.method,
		url: `${baseUrl}${request.path}${query ? `?${query}` : ''}`,
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
