import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { sha256 } from '../records/value';
import { ok, type Result } from '../result';
import { CircuitBreaker } from './circuitBreaker';
import { nextTurn, systemClock } from './clock';
import { CREDENTIAL, readConnection, type CredentialProblem } from './connection';
import { dispatch, type Dispatcher, type SendSettings } from './dispatch';
import { limiterOf } from './rateLimit/limiter';
import { redactorOf, type Redactor } from './redact';
import { cancelSignalOf, senderOf, type RequestContext } from './send';
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
	parallel: number;
	maxInFlight: number;
	/** For everything that leaves the node. */
	hide: Redactor;
	/** Sends when the rate limit allows it, and again where that is safe. Never throws. */
	send: (request: ApiRequest, settings: SendSettings) => Promise<Outcome>;
	/** The longest time that a request has waited for the rate limit so far, in milliseconds. */
	longestWait: () => number;
}

/**
 * Reads and checks the credential once, for all requests that follow.
 * @param parallel how many of them may be in flight
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
		sendOnce: senderOf(context, credential, connection.value, hide.inRecords, systemClock),
		clock: systemClock,
		inFlight: limitConcurrency(maxInFlight),
		limiter: limiterOf(account, perMinute),
		breaker: new CircuitBreaker(),
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
		parallel: Math.min(parallel, PAGES_AHEAD),
		maxInFlight,
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

/** Milliseconds after which a turn of the event loop ends: without one, no request is sent and nobody else is served. */
const TURN_MS = 1;

/**
 * Runs at most `max` at once, in the order of the calls, and starts only a few in one turn of the event loop. Otherwise,
 * if a hundred responses arrive together, all would be read, and all next requests prepared, before the first is sent.
 */
export function limitConcurrency(max: number): <T>(run: () => Promise<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let free = max;
	let lastStart = Promise.resolve();
	let turnBegan = Number.NEGATIVE_INFINITY;
	const endTurn = async () => {
		// A turn of its own for each start would cost more than most of what is started.
		if (performance.now() - turnBegan < TURN_MS) return;
		await nextTurn();
		turnBegan = performance.now();
	};
	return async (run) => {
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		const start = lastStart;
		lastStart = start.then(endTurn);
		await start;
		try {
			return await run();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}
