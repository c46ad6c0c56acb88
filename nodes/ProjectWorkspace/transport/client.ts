import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { sha256 } from '../records/value';
import { limitConcurrency, type InSlot } from './concurrency';
import { CREDENTIAL, keyKind, readConnection } from './credential';
import { paceOf } from './pace';
import { redactorOf } from './redact';
import { cancelSignalOf, sendOnce, type RequestContext } from './request';
import { Sender } from './sender';
import type { Client } from './types';

/** Requests of one run that may be in flight. */
export const MAX_AT_ONCE = 128;

/**
 * Reads and checks the credential once, for all requests that follow.
 * @param signal ends the requests, except for writes in flight; by default, only cancelling the execution does
 * @throws UserError if the credential cannot be used
 */
export async function connect(context: RequestContext, signal?: AbortSignal): Promise<Client> {
	const clientOf = await connectItems(context, signal);
	return await clientOf(0);
}

/**
 * The client of each item: a credential whose fields are expressions may be another one for each. Items with the same
 * resolved credential share a client. They get it in the order of the calls, because writes to one record keep the order of
 * the items.
 * @returns a function that throws UserError if the credential of the item cannot be used
 */
export async function connectItems(
	context: RequestContext,
	signal?: AbortSignal,
): Promise<(item: number) => Promise<Client>> {
	const inSlot = limitConcurrency(MAX_AT_ONCE);
	const clients = new Map<string, Client>();

	/** With its expressions evaluated for the item. */
	const readCredential = async (item: number) =>
		await context.getCredentials(CREDENTIAL, item).catch(throwUnreadable);

	const first = readCredential(0);
	// Reading it for each item takes about as long as sending the requests. Anything but false proves nothing.
	const isSameForAll = await first.then(
		({ hasExpressions }) => hasExpressions === false,
		() => false,
	);

	let earlier: Promise<unknown> = Promise.resolve();

	return async (item) => {
		const reading = isSameForAll ? first : readCredential(item);
		earlier = Promise.allSettled([earlier, reading]);
		await earlier;
		const credential = await reading;

		const key = JSON.stringify(credential);
		const client = clients.get(key) ?? newClient(context, credential, inSlot, signal);
		clients.set(key, client);
		return client;
	};
}

function throwUnreadable(error: unknown): never {
	const reason = error instanceof Error ? error.message : String(error);
	throw new UserError(
		`The credential, or an expression in it, could not be read: ${reason}`,
		'Select a credential in the node. If one is selected, check the expressions in it, and save it again.',
		'invalidCredential',
		'credential-invalid',
	);
}

function newClient(
	context: RequestContext,
	credential: ICredentialDataDecryptedObject,
	inSlot: InSlot,
	signal = cancelSignalOf(context),
): Client {
	const { apiKey, baseUrl, headers, requestsPerMinute, lists } = readConnection(credential);
	const hide = redactorOf(credential);
	const sending = { context, credential, baseUrl, hide: hide.inMessages, signal };
	const sender = new Sender(
		async (request) => await sendOnce(sending, request),
		// Hashed, because it outlives the execution.
		paceOf(sha256(`${baseUrl}\n${apiKey}`), requestsPerMinute),
		signal,
	);

	return {
		baseUrl,
		address: sha256(JSON.stringify([baseUrl, Object.entries(headers).sort()])),
		keyKind: keyKind(apiKey),
		lists,
		hide,
		// A request keeps its place during pauses: another one would fail in the same way.
		send: async (request) => await inSlot(async () => await sender.send(request)),
	};
}
