import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { CircuitBreaker } from './circuitBreaker';
import type { FieldProblem } from './connection';
import { readConnection } from './connection';
import { failureOf } from './failure';
import { createGate } from './gate';
import { requestsPerMinute } from './plan';
import { processLanes } from './rateLimit/processLanes';
import { systemClock } from './rateLimit/systemClock';
import { redactor } from './redact';
import { type Bounds, sendWithRetries } from './retry';
import { retryBudgetFor } from './retryBudget';
import { cancelSignalOf, CREDENTIAL, type RequestContext, type Sender, sendOnce } from './send';
import type { ApiRequest, Outcome } from './types';

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
	const sender: Sender = {
		context,
		credential,
		connection: connection.value,
		redact: redactor(apiKey),
	};
	// The key itself is never kept beyond the execution.
	const fingerprint = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	const limiter = processLanes.lane(fingerprint, requestsPerMinute(credential));
	const budget = retryBudgetFor(fingerprint);
	const breaker = new CircuitBreaker();
	const gate = createGate(parallel);
	let longestWait = 0;

	const send: Client['send'] = async (request, settings) =>
		await gate(
			async () =>
				// Whatever a service or a network does is an outcome: what is thrown is a fault of this node.
				await sendInTurn(request, settings).catch((thrown: unknown): Outcome => {
					const addition = sender.redact(String(thrown));
					return { ok: false, failure: failureOf('unexpected', request, { addition }) };
				}),
		);

	const sendInTurn: Client['send'] = async (request, { timeout, bounds }) => {
		const { outcome, waitedMs } = await sendWithRetries({
			request,
			attempt: async (ms) => await sendOnce(sender, request, ms),
			timeout,
			limiter,
			budget,
			breaker,
			clock: systemClock,
			random: Math.random,
			signal: cancelSignalOf(context),
			bounds,
		});
		longestWait = Math.max(longestWait, waitedMs);
		return outcome;
	};
	return {
		ok: true,
		client: { baseUrl, fingerprint, parallel, send, longestWait: () => longestWait },
	};
}
