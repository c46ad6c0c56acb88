import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { all, ok, reject, type Problem, type Result } from '../result';
import { cleanSecret, withoutSurroundings } from '../signature/encodings';
import { readHeaders, type Headers } from './headers';
import { readServiceDetails, type ServiceDetails } from './serviceDetails';

/** The name of the credential's type. */
export const CREDENTIAL = 'projectWorkspaceApi';

export interface CredentialProblem extends Problem {
	/** In n8n's terms: there is no usable key. By default, another field has to be changed. */
	cause?: 'credential-invalid';
}

/** What a request needs from the credential, corrected and checked. */
export interface Connection {
	apiKey: string;
	/** Ends in `/v1`, without a slash after it. */
	baseUrl: string;
	/** Sent with every request. */
	headers: Headers;
	/** The rate limit. */
	perMinute: number;
	service: ServiceDetails;
	/** Those of webhooks: requests do not need them, but responses must not show them. */
	signingSecrets: readonly string[];
}

/** Prefixes of production and sandbox keys, by the service's documentation, part 5. */
const KEY_PREFIXES = ['ac_live_', 'ac_test_'];

/** Those that were read: n8n asks for each request how the same credential authenticates it. */
const connections = new WeakMap<ICredentialDataDecryptedObject, Connection>();

/** All fields, or the first that cannot be used. */
export function readConnection(
	credential: ICredentialDataDecryptedObject,
): Result<Connection, CredentialProblem> {
	const connection = all({
		apiKey: readApiKey(String(credential.apiKey ?? '')),
		baseUrl: readBaseUrl(String(credential.baseUrl ?? '')),
		headers: readHeaders(credential.headers ?? {}, 'credential'),
		perMinute: readRate(credential),
		service: readServiceDetails(credential.service),
		signingSecrets: ok(
			[credential.signingSecret, credential.previousSigningSecret].map((pasted) =>
				cleanSecret(String(pasted ?? '')),
			),
		),
	});
	if (connection.ok) connections.set(credential, connection.value);
	return connection;
}

/** What authenticates a request, also one of the HTTP Request node, which may have another address. */
export function readAuthentication(
	credential: ICredentialDataDecryptedObject,
): Result<Pick<Connection, 'apiKey' | 'headers'>> {
	const connection = connections.get(credential);
	if (connection) return ok(connection);
	return all({
		apiKey: ok(cleanApiKey(String(credential.apiKey ?? ''))),
		headers: readHeaders(credential.headers ?? {}, 'credential'),
	});
}

/** Also without the rest of a header: `Authorization: Bearer …`. */
export function cleanApiKey(pasted: string): string {
	const key = withoutSurroundings(pasted);
	const rest = key.replace(/^(?:authorization["']?\s*:|bearer\s)/i, '');
	return rest === key ? key : cleanApiKey(rest);
}

/** Without what was pasted along. Any visible ASCII text may be a key: its form is not documented. */
export function readApiKey(pasted: string): Result<string, CredentialProblem> {
	const key = cleanApiKey(pasted);
	const refuse = (message: string, advice: string) => {
		const description = `${advice} You can create one in the service under account settings → API Keys.`;
		return reject({ message, description, cause: 'credential-invalid' as const });
	};
	if (key === '' || /^bearer$/i.test(key)) {
		return refuse('The API key is missing', "Fill in 'API Key' in the credential.");
	}
	// A header can only contain visible ASCII characters.
	if (!/^[\x21-\x7e]+$/.test(key)) {
		return refuse(
			'The API key contains a space, a line break or another character that is not allowed',
			"Copy the whole key again and paste it into 'API Key' in the credential.",
		);
	}
	return ok(key);
}

/** A key with neither prefix may still be right, so this only warns. */
export function keyWarning(apiKey: string): string | undefined {
	return KEY_PREFIXES.some((prefix) => apiKey.startsWith(prefix))
		? undefined
		: `The API key does not start with ${KEY_PREFIXES.join(' or ')}: check that it belongs to this service.`;
}

/** `https://host/path/v1`: with the version at its end, without a slash after it. */
export function readBaseUrl(pasted: string): Result<string> {
	const text = withoutSurroundings(pasted);
	const refuse = (message: string, description: string) => reject({ message, description });
	if (text === '') {
		return refuse(
			"'Base URL' is empty",
			"Fill in 'Base URL' in the credential (e.g. https://api.example.com/v1).",
		);
	}
	if (!/^https?:\/\//i.test(text)) {
		return refuse(
			"'Base URL' does not start with https:// or http://",
			"Enter the full URL in 'Base URL' in the credential (e.g. https://api.example.com/v1).",
		);
	}
	if (!URL.canParse(text) || /\s/.test(text)) {
		return refuse(
			"'Base URL' is not a valid URL",
			"Check 'Base URL' in the credential for spaces and typos (e.g. https://api.example.com/v1).",
		);
	}
	const url = new URL(text);
	if (url.username || url.password) {
		return refuse(
			"'Base URL' contains a username or a password",
			"Remove them from 'Base URL' in the credential. The node authenticates with the API key.",
		);
	}
	if (/[?#]/.test(text)) {
		return refuse(
			"'Base URL' contains a ? or a #",
			"Remove everything after /v1 from 'Base URL' in the credential.",
		);
	}
	const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
	const segments = path.split('/');
	const at = segments.findIndex((segment) => /^v\d+$/i.test(segment));
	const name = segments[at];
	if (name === undefined) return ok(`${url.origin}${path}/v1`);
	if (name.toLowerCase() !== 'v1') {
		return refuse(
			`'Base URL' is for version ${name} of the API, but this node needs v1`,
			"Change 'Base URL' in the credential so that it ends with /v1.",
		);
	}
	if (at < segments.length - 1) {
		return refuse(
			// Without the rest of the URL, which may contain a key.
			"'Base URL' continues after /v1",
			"Remove everything after /v1 from 'Base URL' in the credential. The node adds the rest of the path.",
		);
	}
	return ok([url.origin, ...segments.slice(1, at), 'v1'].join('/'));
}

/** In lower case and with short addresses, as URL writes it. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/\.$/, '');

/** 127.0.0.0/8, ::1, and `localhost` with its subdomains (RFC 6761). */
export const isLoopback = (url: string): boolean =>
	/^(127\.[\d.]+|\[::1\]|(.+\.)?localhost)$/.test(hostOf(url));

/** Requests a minute, by the service's documentation, part 8. */
const PLANS: Readonly<Record<string, number | undefined>> = { pro: 1_000, enterprise: 10_000 };

function readRate(credential: ICredentialDataDecryptedObject): Result<number> {
	const { plan = 'pro', requestsPerMinute: own = PLANS.pro } = credential;
	const rate = Math.floor(Number(plan === 'custom' ? own : PLANS[String(plan)]));
	if (rate >= 1) return ok(rate);
	return reject({
		message: "'Plan' must be Pro, Enterprise, or Custom with at least one request per minute",
		description:
			"Change 'Plan' or 'Requests per Minute' in the credential. An expression in 'Plan' must return pro, enterprise or custom.",
	});
}
