import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { sha256 } from '../records/value';
import { ok, type Result } from '../result';
import { limitConcurrency, systemClock } from './clock';
import { CREDENTIAL, readConnection, type CredentialProblem } from './connection';
import { dispatch, type Dispatcher, type SendSettings } from './dispatch';
import { limiterOf } from './rateLimit/limiter';
import { redactorOf, type Redactor } from './redact';
import { cancelSignalOf, sendOnceWith, type RequestContext } from './send';
import type { ServiceDetails } from './serviceDetails';
import type { ApiRequest, Outcome } from './types';

/**
 * Requests of one run that may be in flight. With fewer, a service that takes half a second to respond costs time; more
 * would be a burden for n8n and the service.
 */
export const MAX_IN_FLIGHT = 144;

/** Pages of one list that may be requested at once. Reading ahead uses rate limit and memory. */
export const PAGES_AHEAD = 32;

/** Sends the requests of one run with one credential. */
export interface Client {
	baseUrl: string;
	/** A hash of the address, the key, the headers and the service details of the credential. */
	fingerprint: string;
	service: ServiceDetails;
	/** A hash of these headers, if there are any: they may name a tenant. */
	tenant?: string;
	/** Requests that may be in flight. */
	maxInFlight: number;
	/** Pages of one list that may be. */
	pagesAhead: number;
	/** For everything that leaves the node. */
	hide: Redactor;
	/** Sends when the rate limit allows it, and again where that is safe. Never throws. */
	send: (request: ApiRequest, settings: SendSettings) => Promise<Outcome>;
	/** The longest time that a request has waited for the rate limit so far, in milliseconds. */
	longestWait: () => number;
}

/**
 * Reads and checks the credential once, for all requests that follow.
 * @param parallel how many of them the person lets be in flight
 * @param stop ends those that wait to be sent; by default, only cancelling the execution does
 */
export async function connect(
	context: RequestContext,
	parallel = MAX_IN_FLIGHT,
	stop?: AbortSignal,
): Promise<Result<Client, CredentialProblem>> {
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const connection = readConnection(credential);
	if (!connection.ok) return connection;
	const { apiKey, baseUrl, headers, perMinute, service } = connection.value;
	const hide = redactorOf(connection.value);
	// Hashed, because it outlives the execution.
	const account = sha256(`${baseUrl}\n${apiKey}`);
	const rows = Object.entries(headers).sort();
	const tenant = rows.length > 0 ? sha256(JSON.stringify(rows)) : undefined;
	// With more than the plan allows in a minute, some would wait longer than that.
	const maxInFlight = Math.min(parallel, perMinute);
	const dispatcher: Dispatcher = {
		sendOnce: sendOnceWith(context, credential, connection.value, hide.inRecords, systemClock),
		clock: systemClock,
		inFlight: limitConcurrency(maxInFlight),
		limiter: limiterOf(account, perMinute),
		random: Math.random,
		signal: stop ?? cancelSignalOf(context),
		sentKeys: new Map(),
		longestWaitMs: 0,
	};
	return ok({
		baseUrl,
		fingerprint: sha256(JSON.stringify([account, tenant, service])),
		service,
		tenant,
		maxInFlight,
		pagesAhead: Math.min(parallel, PAGES_AHEAD),
		hide,
		send: async (request, settings) => await dispatch(dispatcher, request, settings),
		longestWait: () => dispatcher.longestWaitMs,
	});
}

/**
 * What to say if `connect` throws, because n8n gives no credential.
 * @param error of n8n, whose messages end with a full stop, or not
 */
export function noCredential(
	{ credentials }: Pick<INode, 'credentials'>,
	error: unknown,
	description: string,
): CredentialProblem {
	const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
	const message = credentials?.[CREDENTIAL]
		? `The credential could not be read: ${reason}`
		: 'No credential was selected yet';
	return { message, description, cause: 'credential-invalid' };
}
