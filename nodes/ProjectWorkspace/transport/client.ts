import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { connect as connectOld, type Client as OldClient } from '../old/client/connect';
import { errorRow } from '../old/client/errors';
import { RETRY_LIMITS } from '../old/client/retryPolicy';
import type { Client } from './types';

// STAND-IN over the old room, until transport is built anew.

/** Requests of one run that may be in flight. */
export const MAX_AT_ONCE = 128;

export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const oldClients = new WeakMap<Client, OldClient>();

/** @throws UserError if the credential cannot be used */
export async function connect(context: RequestContext, signal?: AbortSignal): Promise<Client> {
	const connected = await connectOld(context, MAX_AT_ONCE, signal);
	if (!connected.ok) {
		const { message, description, cause } = connected.problem;
		throw new UserError(message, description, { cause });
	}
	const old = connected.value;
	const credential =
		await context.getCredentials<ICredentialDataDecryptedObject>('projectWorkspaceApi');
	const [, kind] = /^ac_(live|test)_/.exec(String(credential.apiKey)) ?? [];
	const lists = old.service;
	const client: Client = {
		baseUrl: old.baseUrl,
		address: `${old.baseUrl} ${old.tenant ?? ''}`,
		keyKind: kind === 'live' || kind === 'test' ? kind : 'unknown',
		lists: { ...lists, ignoreTotal: lists.ignoreTotal ?? false },
		hide: old.hide,
		send: async ({ timeoutMs = 60_000, ...request }) => {
			const outcome = await old.send(request, { timeout: timeoutMs, limits: RETRY_LIMITS });
			if (outcome.ok) {
				const { status, headers, body } = outcome.value;
				return { status, headers: headers as Record<string, string>, body };
			}
			const { message, description, cause, sent = true, ...details } = outcome.problem;
			const { status = 0 } = details;
			return new ApiError(message, description, {
				...details,
				cause: errorRow(cause).n8nCause,
				mayHaveBeenMade: sent && (status < 400 || status >= 500 || status === 408),
			});
		},
		longestWaitMs: old.longestWait,
	};
	oldClients.set(client, old);
	return client;
}

/**
 * The client of each item: a credential whose fields are expressions may be another one for each. Items with the same
 * resolved credential share a client.
 * @returns a function that throws UserError if the credential of the item cannot be used
 */
export async function connectItems(
	context: IExecuteFunctions,
	signal?: AbortSignal,
): Promise<(item: number) => Promise<Client>> {
	const client = connect(context, signal);
	client.catch(() => {});
	return async () => await client;
}
