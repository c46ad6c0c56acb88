import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { all, ok, reject, type Problem, type Result } from '../result';
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

const SPACE = /[\s\p{Cf}]/u;
const QUOTATION_MARK = /["'`“”‘’]/;

/** Without what gets copied along with a value: quotes, white space and invisible characters. */
const withoutSurroundings = (pasted: string) => trimmed(pasted, SPACE, QUOTATION_MARK);

/** Without the characters around a text. By hand, as an expression for the end of a text takes quadratic time. */
function trimmed(text: string, ...around: RegExp[]): string {
	const characters = [...text];
	const isOwn = (character: string) => !around.some((each) => each.test(character));
	const [first, last] = [characters.findIndex(isOwn), characters.findLastIndex(isOwn)];
	return characters.slice(first, last + 1).join('');
}

/** Without white space and invisible characters that were copied with the secret, and without quotation marks around it. */
export function cleanSecret(pasted: string): string {
	const text = trimmed(pasted, SPACE);
	const isQuoted =
		text.length > 1 && [text.at(0), text.at(-1)].every((end = '') => QUOTATION_MARK.test(end));
	return (isQuoted ? withoutSurroundings(text) : text).replace(/^v1,(?=whsec_)/, '');
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

const REMOVE_REST = "Remove everything after /v1 from 'Base URL' in the credential.";

/** `https://host/path/v1`: with the version at its end, without a slash after it. */
export function readBaseUrl(pasted: string): Result<string> {
	const text = withoutSurroundings(pasted);
	const refuse = (message: string, description: string) =>
		reject({ message: `'Base URL' ${message}`, description });
	if (text === '')
		return refuse(
			'is empty',
			"Fill in 'Base URL' in the credential (e.g. https://api.example.com/v1).",
		);
	if (!/^https?:\/\//i.test(text))
		return refuse(
			'does not start with https:// or http://',
			"Enter the full URL in 'Base URL' in the credential (e.g. https://api.example.com/v1).",
		);
	if (!URL.canParse(text) || /\s/.test(text))
		return refuse(
			'is not a valid URL',
			"Check 'Base URL' in the credential for spaces and typos (e.g. https://api.example.com/v1).",
		);
	const { origin, username, password, pathname } = new URL(text);
	if (username || password)
		return refuse(
			'contains a username or a password',
			"Remove them from 'Base URL' in the credential. The node authenticates with the API key.",
		);
	if (/[?#]/.test(text)) return refuse('contains a ? or a #', REMOVE_REST);
	const segments = pathname.split('/').filter(Boolean);
	const at = segments.findIndex((segment) => /^v\d+$/i.test(segment));
	if (at < 0) return ok([origin, ...segments, 'v1'].join('/'));
	const [version = '', ...more] = segments.slice(at);
	if (version.toLowerCase() !== 'v1')
		return refuse(
			`is for version ${version} of the API, but this node needs v1`,
			"Change 'Base URL' in the credential so that it ends with /v1.",
		);
	// Without the rest of the URL, which may contain a key.
	if (more.length > 0)
		return refuse('continues after /v1', `${REMOVE_REST} The node adds the rest of the path.`);
	return ok([origin, ...segments.slice(0, at), 'v1'].join('/'));
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
