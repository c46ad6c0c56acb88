import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { readHeaders } from './headers';
import { badSetting, collectionFields, Settings } from './settings';
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

/** Whether the credential is certainly the same for all items. */
export const hasNoExpressions = (credential: ICredentialDataDecryptedObject): boolean =>
	credential.hasExpressions === false;

/** @throws UserError for the first field that cannot be used */
export function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	return {
		apiKey: readApiKey(credential.apiKey),
		baseUrl: readBaseUrl(credential.baseUrl),
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
	const options = { n8nCause: 'credential-invalid' } as const;

	if (key === '') {
		throw new UserError("'API Key' is empty", `Fill it in in the credential. ${create}`, options);
	}
	// A header can only contain visible ASCII characters.
	if (!/^[\x21-\x7e]+$/.test(key) || key.length < MIN_SECRET_BYTES) {
		throw new UserError(
			"'API Key' is too short, or contains a space or another character that a key cannot have",
			`Copy the whole key again and paste it in the credential. ${create}`,
			options,
		);
	}
	return key;
}

/** A key of another form may still be right. */
export function keyKind(apiKey: string): 'live' | 'test' | 'unknown' {
	if (apiKey.startsWith('ac_live_')) return 'live';
	return apiKey.startsWith('ac_test_') ? 'test' : 'unknown';
}

/** `https://host/path/v1`: with the version at its end, without a slash after it. */
function readBaseUrl(pasted: unknown): string {
	const text = cleanSecret(pasted);
	if (!/^https?:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) {
		throw badBaseUrl('must be a full URL, e.g. https://api.example.com/v1');
	}

	const { origin, username, password, pathname } = new URL(text);
	if (username !== '' || password !== '' || /[?#]/.test(text)) {
		throw badBaseUrl('must not contain a username, a password, ? or #');
	}

	const path = pathname.replace(/\/+/g, '/').replace(/\/$/, '');
	const beforeVersion = path.replace(/\/v1$/i, '');
	// Not quoted, because a key may be in it.
	if (/\/v\d+(\/|$)/i.test(beforeVersion)) throw badBaseUrl('must end with /v1');
	return `${origin}${beforeVersion}/v1`;
}

const badBaseUrl = (reason: string): UserError =>
	new UserError(
		`'Base URL' ${reason}`,
		"Change 'Base URL' in the credential. The node adds the rest of the path and authenticates with the API key.",
	);

/** 127.0.0.0/8, ::1, and `localhost` with its subdomains (RFC 6761). */
export const isLoopback = (url: string): boolean =>
	/^(127\.[\d.]+|\[::1\]|(.+\.)?localhost)$/.test(new URL(url).hostname);

/** Requests a minute (specification, part 8). */
function readRate(credential: ICredentialDataDecryptedObject): number {
	const { plan = 'pro' } = credential;
	if (plan === 'pro') return 1_000;
	if (plan === 'enterprise') return 10_000;
	if (plan !== 'custom') throw badSetting('Plan', 'one of pro, enterprise, custom');
	return new Settings(credential).atLeastOne('requestsPerMinute', 'Requests per Minute', 1_000);
}

function readListSettings(collection: unknown): ListSettings {
	const fields = collectionFields(collection, 'settings');
	const settings = new Settings(fields);

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
