import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { listOperation } from '../catalogue';
import { sleep } from '../client/clock';
import { isLoopback, keyWarning, readConnection, type Connection } from '../client/connection';
import { causeOfThrown, type CauseName } from '../client/errors';
import { failureFor } from '../client/failure';
import { redactorOf } from '../client/redact';
import { RETRY_LIMITS } from '../client/retryPolicy';
import { addressOf, readResponse, readText } from '../client/send';
import type { ApiRequest, Failure, Outcome } from '../client/types';
import { readList, type List } from '../lists/listRecords';
import { inBrief, joinSentences } from '../texts';
import { reject, type Problem } from '../result';

/** Shorter than in executions, because a person is waiting. */
const TIMEOUT_MS = 15_000;

/** Every key should be able to read this list, and it is short in most accounts. */
const request: ApiRequest = { method: 'GET', path: listOperation('workflow').path, query: {} };

/** Enough to see how the next page is requested. */
const MAX_TEST_PAGES = 10;

const TOO_LATE = reject(failureFor('timeout', request));

/** Reports how lists are read, how many requests are left before the rate limit, or which field to change. */
export async function projectWorkspaceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const connection = readConnection(credential.data ?? {});
	if (!connection.ok) return { status: 'Error', message: inBrief(connection.problem) };
	const { baseUrl, service } = connection.value;
	const answered = new AbortController();
	// n8n's `timeout` only bounds the silence on an open connection.
	const timeout = sleep(TIMEOUT_MS, answered.signal).then(() => undefined);
	const pages: Outcome[] = [];
	const send = async (page: ApiRequest) => {
		const isOver = pages.length === MAX_TEST_PAGES || answered.signal.aborted;
		const outcome = isOver
			? TOO_LATE
			: await requestOnce(this, connection.value, page, answered.signal);
		pages.push(outcome);
		return outcome;
	};
	const settings = { timeout: TIMEOUT_MS, limits: RETRY_LIMITS };
	const wanted = { resource: 'workflow', request, settings } as const;
	const reading = readList({ baseUrl, service, pagesAhead: 1, send }, wanted);
	const found = await Promise.race([reading, timeout]);
	answered.abort('over');
	const [first = TOO_LATE] = pages;
	const { inMessages } = redactorOf(connection.value);
	// Before they are shortened: the beginning of a secret would not be recognized.
	const shown = first.ok ? first : reject(inMessages(first.problem));
	const foundShown = found && { ...found, problem: inMessages(found.problem) };
	return inMessages<INodeCredentialTestResult>(resultOf(shown, connection.value, foundShown));
}

/** @param found the list, unless it took too long */
function resultOf(
	first: Outcome,
	connection: Connection,
	found: List | undefined,
): INodeCredentialTestResult {
	if (!first.ok) return { status: 'Error', message: inBrief(refusal(first.problem)) };
	const { detected: how, problem } = found ?? {};
	// If a later page could not be read, the connection is fine anyway.
	const doubt = problem && !problem.failure ? [inBrief(problem)] : [];
	const detected = how ? [`Detected in the list of workflows: ${how}`] : [];
	return {
		// No list can be read, and here the person can say where the records are.
		status: problem?.reason === 'shape' ? 'Error' : 'OK',
		message: joinSentences([...success(first.value.headers, connection), ...detected, ...doubt]),
	};
}

/** @param answered ends the request when the test has answered: n8n's helper takes no signal, but gives a stream */
async function requestOnce(
	context: ICredentialTestFunctions,
	connection: Connection,
	page: ApiRequest,
	answered: AbortSignal,
): Promise<Outcome> {
	const { apiKey, baseUrl, headers, service } = connection;
	// The only request helper that n8n offers to credential tests.
	const { request: send } = context.helpers;
	try {
		// n8n-workflow types what the helper returns as `any`.
		const response: IN8nHttpFullResponse = await send({
			method: page.method,
			uri: addressOf(baseUrl, page),
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/json',
				Authorization: `Bearer ${apiKey}`,
				...headers,
			},
			json: false,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: TIMEOUT_MS,
			useStream: true,
		});
		const { body } = response;
		const end = () => {
			if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) body.destroy();
		};
		if (answered.aborted) end();
		else answered.addEventListener('abort', end, { once: true });
		const text = await readText(page, response, service.maxBytes);
		return text.ok ? readResponse(page, response, text.value) : text;
	} catch (error) {
		return reject(failureFor(causeOfThrown(error), page));
	}
}

function success(headers: Record<string, string>, { apiKey, baseUrl }: Connection): string[] {
	const remaining = headers['x-ratelimit-remaining'];
	return [
		remaining === undefined
			? "Connected, but the response has no X-RateLimit-Remaining header, which the service always sends: check 'Base URL'"
			: `Connected. ${remaining} requests left before the rate limit`,
		keyWarning(apiKey),
		baseUrl.startsWith('http://') && !isLoopback(baseUrl)
			? "'Base URL' starts with http://, so the API key is sent unencrypted"
			: undefined,
	].filter((sentence) => sentence !== undefined);
}

/** The list always exists, so a 404 means that the URL is not that of the API. */
const NOT_THE_API: CauseName[] = ['notFound', 'html', 'notJson', 'redirected', 'hostUnknown'];

const refusal = ({ cause, message, description }: Failure): Problem => ({
	message: NOT_THE_API.includes(cause)
		? `'Base URL' is not the URL of the API. ${message}`
		: message,
	description,
});
