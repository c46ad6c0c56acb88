import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { CircuitBreaker } from './circuitBreaker';
import { type Clock, systemClock } from './clock';
import { Concurrency, LEAST } from './concurrency';
import { readConnection, requestsPerMinute, type FieldProblem } from './connection';
import { refused } from './outcome';
import { limiters } from './rateLimit/limiter';
import { redactor } from './redact';
import { sendWithRetries } from './retry';
import { type Bounds, RetryBudget } from './retryPolicy';
import { cancelSignalOf, CREDENTIAL, type RequestContext, type Sender, sendOnce } from './send';
import type { ApiRequest, Outcome } from './types';

export interface SendSettings {
	/** Milliseconds that one response may take, from the start of the request to its end. */
	timeout: number;
	bounds: Bounds;
}

export interface Client {
	baseUrl: string;
	/** Stands for the key and the address, and gives neither away. */
	fingerprint: string;
	/** How many pages of one list may be asked for at once: what is read ahead costs quota and memory. */
	parallel: number;
	/** How many requests may be under way now. */
	atOnce: () => number;
	/** Sends when the rate limit allows it, and again where that is safe. Never throws. */
	send: (request: ApiRequest, settings: SendSettings) => Promise<Outcome>;
	/** The longest time that a request has waited for the rate limit so far, in milliseconds. */
	longestWait: () => number;
}

export type Connected = { ok: true; client: Client } | { ok: false; problem: FieldProblem };

/**
 * Reads and checks the credential once, for all requests that follow.
 * @param parallel how many of them may be under way at once; left out, it follows the round trip
 */
export async function connect(
	context: RequestContext,
	parallel?: number,
	clock: Clock = systemClock,
): Promise<Connected> {
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const connection = readConnection(credential);
	if (!connection.ok) return connection;
	const { apiKey, baseUrl } = connection.value;
	const redact = redactor(apiKey);
	const sender: Sender = { context, credential, baseUrl, redact, clock };
	// The key itself is never kept beyond the execution.
	const fingerprint = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	const shared = {
		limiter: limiters.get(fingerprint, requestsPerMinute(credential)),
		budget: new RetryBudget(),
		breaker: new CircuitBreaker(),
		clock,
		random: Math.random,
		signal: cancelSignalOf(context),
	};
	const concurrency = new Concurrency(shared.limiter.roundTrip);
	const atOnce = () => parallel ?? concurrency.limit;
	const inTurn = createGate(atOnce);
	const nextTurn = createTurns(clock);
	const nextStart = createTurns(clock, () => concurrency.spacing(atOnce()));
	let longestWait = 0;

	const send: Client['send'] = async (request, settings) => {
		const attempt = async (timeout: number) => {
			await nextTurn();
			const sentAt = clock.now();
			const outcome = await sendOnce(sender, request, timeout);
			// What the service refuses may be quick to refuse, and says nothing of the round trip.
			if (outcome.ok || (outcome.failure.status ?? 500) >= 500) {
				concurrency.observe(sentAt, clock.now(), outcome.ok);
				shared.limiter.roundTrip = concurrency.shortest;
			}
			return outcome;
		};
		try {
			const { outcome, rateLimitMs } = await inTurn(async () => {
				await nextStart();
				return await sendWithRetries({ ...shared, ...settings, request, attempt });
			});
			longestWait = Math.max(longestWait, rateLimitMs);
			return outcome;
		} catch (thrown) {
			// Whatever a service or a network does is an outcome: this is a fault of the node itself.
			return refused('unexpected', request, { addition: redact(String(thrown)) });
		}
	};
	return {
		ok: true,
		client: {
			baseUrl,
			fingerprint,
			parallel: parallel ?? LEAST,
			atOnce,
			send,
			longestWait: () => longestWait,
		},
	};
}

/**
 * One caller a turn of the event loop: of a hundred responses that come together, the first would otherwise be
 * followed by a request on the wire only when all hundred have been read and their requests prepared.
 * @param spacing milliseconds from one to the next; after a pause, one may follow sooner
 */
export function createTurns(clock: Clock, spacing = () => 0): () => Promise<void> {
	let free = Promise.resolve();
	let due = 0;
	return async () => {
		const mine = free;
		free = mine.then(async () => {
			const now = clock.now();
			// From the time that was due: a timer that rings late does not delay those after it.
			due = Math.max(due + spacing(), now);
			await clock.sleep(due - now);
		});
		await mine;
	};
}

/**
 * Lets as many run at once as `limit` says at that moment, in the order in which they came. Items and the pages of
 * their lists both run side by side; this keeps their product within it.
 */
export function createGate(limit: () => number): <T>(run: () => Promise<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let running = 0;
	const admit = () => {
		while (waiting.length > 0 && running < limit()) {
			running++;
			waiting.shift()?.();
		}
	};
	return async (run) => {
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
			admit();
		});
		try {
			return await run();
		} finally {
			running--;
			admit();
		}
	};
}
