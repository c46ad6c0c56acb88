import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { UserError, type ApiError } from '../errors';
import { briefly, joinSentences } from '../texts';
import { urlOf } from '../transport/address';
import { readConnection, type Connection } from '../transport/credential';
import { apiError, isFailure, type Outcome } from '../transport/failure';
import { networkFailure } from '../transport/networkFailure';
import { redactorOf } from '../transport/redact';
import { readResponse } from '../transport/response';
import type { ApiRequest, ApiResponse, Hide } from '../transport/types';

/** A person is waiting. */
const TEST_TIMEOUT_MS = 15_000;

/** Every key should be able to read this list, and it is short in most accounts. */
const request: ApiRequest = { method: 'GET', path: '/workflows', query: {} };

/** Reports how many requests are left before the rate limit, or what to change. */
export async function projectWorkspaceApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = readConnection(data);
		const { inMessages } = redactorOf(data);
		const sending = sendWithHelper(this, connection, inMessages);
		// The helper's own timeout ends with the first byte of the response.
		const outcome = await Promise.race([sending, timeout()]);
		if (isFailure(outcome)) return testFailed(apiError(outcome, request));
		return { status: 'OK', message: successOf(outcome) };
	} catch (error) {
		return testFailed(error instanceof UserError ? error : UNEXPECTED);
	}
}

const testFailed = ({ message, description }: ApiError | UserError): INodeCredentialTestResult => ({
	status: 'Error',
	message: joinSentences([briefly(message), description]),
});

const UNEXPECTED = new UserError(
	'The credential could not be tested',
	'The n8n logs may have more details.',
);

async function sendWithHelper(
	context: ICredentialTestFunctions,
	{ apiKey, baseUrl, headers }: Connection,
	hide: Hide,
): Promise<Outcome> {
	const url = urlOf(baseUrl, request);
	try {
		// The only helper for requests that n8n offers here, which n8n-workflow types as `any`.
		const response: IN8nHttpFullResponse = await context.helpers.request({
			method: request.method,
			uri: url,
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/json',
				...headers,
				Authorization: `Bearer ${apiKey}`,
				// Nothing follows.
				Connection: 'close',
			},
			json: false,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			useStream: true,
			timeout: TEST_TIMEOUT_MS,
		});
		return await readResponse(response, url, hide);
	} catch (error) {
		return networkFailure(error, baseUrl, hide);
	}
}

async function timeout(): Promise<Outcome> {
	const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
	return await new Promise((resolve) => {
		signal.addEventListener('abort', () => resolve({ cause: 'timeout' }));
	});
}

const successOf = ({ remaining }: ApiResponse) =>
	remaining === undefined
		? "Connected, but the response has no X-RateLimit-Remaining header, which the service always sends: check 'Base URL'."
		: `Connected. ${remaining} requests left before the rate limit.`;
