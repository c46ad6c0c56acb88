import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { attempt, CREDENTIAL, type RequestContext, type Sender } from './attempt';
import type { FieldProblem } from './connection';
import { readConnection } from './connection';
import { failureOf } from './failure';
import { createGate } from './gate';
import { processLanes } from './rateLimit/processLanes';
import { parseRemaining } from './rateLimit/remaining';
import { systemClock } from './rateLimit/systemClock';
import { requestsPerMinute } from './plan';
import { deletedBefore, type History } from './retry/history';
import type { Bounds } from './retry/policy';
import { parseRetryAfter } from './retry/retryAfter';
import { withRetries } from './retry/withRetries';
import { retryCauseOf } from './retryCause';
import type { Answered, ApiRequest, Failure, Outcome } from './types';

export interface SendSettings {
	/** Milliseconds that one attempt may take. */
	timeout: number;
	bounds: Bounds;
}

export interface Client {
	baseUrl: string;
	/** Stands for the key and the address, and gives neither away. */
	fingerprint: string;
	/** How many requests may be under way at once. */
	parallel: number;
	/** Sends when the quota allows it, and again where that is safe. Never throws. */
	send: (request: ApiRequest, settings: SendSettings) => Promise<Outcome>;
	/** The longest time that a request has waited for the quota so far, in milliseconds. */
	longestWait: () => number;
}

export type Connected = { ok: true; client: Client } | { ok: false; problem: FieldProblem };

/**
 * Reads and checks the credential once, for all requests that follow.
 * @param parallel how many of them may be under way at once
 */
export async function connect(context: RequestContext, parallel = 1): Promise<Connected> {
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const connection = readConnection(credential);
	if (!connection.ok) return connection;
	const { apiKey, baseUrl } = connection.value;
	const sender: Sender = { context, credential, connection: connection.value };
	// The key itself is never kept beyond the execution.
	const fingerprint = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	const lane = processLanes.lane(fingerprint, requestsPerMinute(credential));
	const gate = createGate(parallel);
	let longestWait = 0;

	const send: Client['send'] = async (request, settings) =>
		await gate(async () => await sendPaced(request, settings));

	const sendPaced: Client['send'] = async (request, { timeout, bounds }) => {
		const signal =
			'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		try {
			const final = await withRetries<Answered, Failure>({
				method: request.method,
				lane,
				clock: systemClock,
				random: Math.random,
				signal,
				bounds,
				send: async () => toRetry(await attempt(sender, request, timeout)),
			});
			longestWait = Math.max(longestWait, final.history.quotaWaitedMs);
			if (final.kind === 'answered') return final.value;
			const { failure, history } = final;
			return deletedBefore(request.method, failure.status ?? 0, history)
				? { ok: true, status: failure.status ?? 0, headers: {}, body: undefined }
				: { ok: false, failure: { ...failure, ...effort(history) } };
		} catch {
			// Only an abort ends the wait for a turn; whatever else happens comes back as an outcome.
			return { ok: false, failure: failureOf('cancelled', request) };
		}
	};
	return {
		ok: true,
		client: { baseUrl, fingerprint, parallel, send, longestWait: () => longestWait },
	};
}

function toRetry(outcome: Outcome) {
	const { headers = {} } = outcome;
	const remaining = parseRemaining(headers['x-ratelimit-remaining']);
	if (outcome.ok) return { kind: 'answered', value: outcome, remaining } as const;
	return {
		kind: 'failed',
		cause: retryCauseOf(outcome.failure, remaining),
		failure: outcome.failure,
		remaining,
		retryAfterMs: parseRetryAfter(headers['retry-after'], systemClock.now()),
	} as const;
}

/** What was tried, for the details of an error; nothing where one attempt was all. */
function effort({ attempts, elapsedMs }: History): Partial<Failure> {
	return attempts.length > 1 ? { attempts: attempts.length, elapsedMs: Math.round(elapsedMs) } : {};
}
