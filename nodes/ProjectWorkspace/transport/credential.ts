import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { readBaseUrl } from './address';
import { badSetting, collectionFields, CredentialFields, readHeaders } from './credentialFields';
import type { ListSettings } from './types';

/** The name of the credential's type. */
export const CREDENTIAL = 'projectWorkspaceApi';

/** What requests need from the credential, corrected and checked. */
export interface Connection {
	apiKey: string;
	/** Ends in `/v1`, without a slash after it. */
	baseUrl: string;
	/** Sent with every request. */
	headers: Readonly<Record<string, string>>;
	/** The rate limit of the plan. */
	requestsPerMinute: number;
	lists: ListSettings;
}

/**
 * The value of the hidden field `hasExpressions` of the credential. n8n resolves it with all others, and its expression
 * sees the other fields as they are saved. It is false only if none of them is an expression.
 */
export const HAS_EXPRESSIONS = `={{ (() => {
	try {
		const names = ['apiKey', 'baseUrl', 'headers', 'plan', 'service', 'signingSecret', 'previousSigningSecret'];
		if ($rawParameter['&plan'] === 'custom') names.push('requestsPerMinute');
		return names.some((name) => JSON.stringify($rawParameter['&' + name]).includes('"='));
	} catch {
		return true;
	}
})() }}`;

/** @throws UserError for the first field that cannot be used */
export function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	return {
		apiKey: readApiKey(credential.apiKey),
		baseUrl: readBaseUrl(cleanSecret(credential.baseUrl)),
		headers: readHeaders(credential.headers),
		requestsPerMinute: readRate(credential),
		lists: readListSettings(credential.service),
	};
}

/**
 * What authenticates a request, also one of the HTTP Request node.
 * @throws UserError if the key or a header cannot be sent
 */
export function authenticationHeaders(
	credential: ICredentialDataDecryptedObject,
): Record<string, string> {
	const headers = readHeaders(credential.headers);
	return { ...headers, Authorization: `Bearer ${readApiKey(credential.apiKey)}` };
}

/** A text without the white space and the invisible characters that were copied with it. */
export const cleanSecret = (pasted: unknown): string =>
	typeof pasted === 'string' ? pasted.replace(/\p{Cf}/gu, '').trim() : '';

/**
 * A key or a secret; empty if none is filled in.
 * @throws UserError if it is not a string: an object would be `[object Object]`, which anyone can guess
 */
export function readSecret(label: string, pasted: unknown): string {
	if (typeof (pasted ?? '') === 'string') return cleanSecret(pasted);
	throw badSetting(label, 'a text');
}

export const cleanApiKey = (pasted: unknown): string =>
	cleanSecret(pasted).replace(/^(?:authorization:\s*)?bearer\s+/i, '');

/** A shorter one could be guessed, and occurs in ordinary text, where it would be hidden. */
export const MIN_SECRET_BYTES = 8;

function readApiKey(pasted: unknown): string {
	const key = cleanApiKey(readSecret('API Key', pasted));
	const create = 'You can create a key in the service under account settings → API Keys.';

	if (key === '') {
		throw new UserError(
			"'API Key' is empty",
			`Fill it in in the credential. ${create}`,
			'invalidCredential',
			'credential-invalid',
		);
	}
	// A header can only contain visible ASCII characters.
	if (!/^[\x21-\x7e]+$/.test(key) || key.length < MIN_SECRET_BYTES) {
		throw new UserError(
			"'API Key' is too short, or contains a space or another character that a key cannot have",
			`Copy the whole key again and paste it in the credential. ${create}`,
			'invalidCredential',
			'credential-invalid',
		);
	}
	return key;
}

/** A key of another form may still be right. */
export function keyKind(apiKey: string): 'live' | 'test' | 'unknown' {
	if (apiKey.startsWith('ac_live_')) return 'live';
	return apiKey.startsWith('ac_test_') ? 'test' : 'unknown';
}

/** Requests a minute, by the plan (specification, part 8). */
const PLANS = new Map<unknown, number>([
	['pro', 1_000],
	['enterprise', 10_000],
]);

function readRate(credential: ICredentialDataDecryptedObject): number {
	const { plan = 'pro' } = credential;
	if (plan === 'custom') {
		return new CredentialFields(credential).atLeastOne(
			'requestsPerMinute',
			'Requests per Minute',
			1_000,
		);
	}
	const rate = PLANS.get(plan);
	if (rate === undefined) throw badSetting('Plan', 'one of pro, enterprise, custom');
	return rate;
}

function readListSettings(collection: unknown): ListSettings {
	const fields = collectionFields(collection, 'settings');
	const settings = new CredentialFields(fields);

	const style = settings.text('style', 'Pagination');
	const pageSizeParameter = settings.text('pageSizeParameter', 'Page Size Parameter');
	const pageSize = settings.atLeastOne('pageSize', 'Page Size', 100);

	return {
		style: style === 'auto' ? undefined : style,
		nextPath: settings.text('nextPath', 'Next Page Path'),
		parameter: settings.text('parameter', 'Page Parameter'),
		recordsPath: settings.text('recordsPath', 'Records Path'),
		pageSizeParameter,
		pageSize: pageSizeParameter === undefined ? undefined : pageSize,
		ignoreTotal: fields.ignoreTotal === true,
	};
}
