import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { UserError } from '../errors';
import { briefly, joinSentences } from '../texts';
import { isLoopback, keyKind, readConnection, type Connection } from '../transport/credential';
import { apiError } from '../transport/failure';
import { redactorOf } from '../transport/redact';
import { networkFailure, readResponseBody, urlOf } from '../transport/request';
import { isFailure, type Outcome } from '../transport/response';
import type { ApiRequest, ApiResponse, Redactor } from '../transport/types';

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
		const hide = redactorOf(data);
		const outcome = await Promise.race([sendWithHelper(this, connection, hide), timeout()]);
		if (isFailure(outcome)) return testFailed(apiError(outcome, request), hide);
		return { status: 'OK', message: joinSentences(success(outcome, connection)) };
	} catch (error) {
		return testFailed(error instanceof UserError ? error : UNEXPECTED, redactorOf(data));
	}
}

interface Problem {
	message: string;
	description: string;
}

/** Secrets are hidden before a text is shortened, as the beginning of one would not be recognized. */
function testFailed(
	{ message, description }: Problem,
	{ inMessages }: Redactor,
): INodeCredentialTestResult {
	const sentences = [briefly(inMessages(message)), inMessages(description)];
	return { status: 'Error', message: joinSentences(sentences) };
}

const UNEXPECTED: Problem = {
	message: 'The credential could not be tested',
	description: 'The n8n logs may have more details.',
};

async function sendWithHelper(
	context: ICredentialTestFunctions,
	{ apiKey, baseUrl, headers }: Connection,
	{ inMessages }: Redactor,
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
		return await readResponseBody(response, url, inMessages);
	} catch (error) {
		return networkFailure(error, baseUrl, inMessages);
	}
}

/** n8n's own timeout ends with the first byte of the response. */
async function timeout(): Promise<Outcome> {
	const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
	return await new Promise((resolve) => {
		signal.addEventListener('abort', () => resolve({ cause: 'timeout' }));
	});
}

function success({ remaining }: ApiResponse, { apiKey, baseUrl }: Connection): string[] {
	const sentences = [
		remaining === undefined
			? "Connected, but the response has no X-RateLimit-Remaining header, which the service always sends: check 'Base URL'"
			: `Connected. ${remaining} requests left before the rate limit`,
	];

	if (keyKind(apiKey) === 'unknown') {
		sentences.push(
			'The API key does not start with ac_live_ or ac_test_: check that it belongs to this service',
		);
	}
	if (baseUrl.startsWith('http://') && !isLoopback(baseUrl)) {
		sentences.push("'Base URL' starts with http://, so the API key is sent unencrypted");
	}
	return sentences;
}
