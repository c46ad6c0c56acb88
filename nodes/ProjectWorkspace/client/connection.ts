import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** What a request needs from the credential, mended and checked. */
export interface Connection {
	apiKey: string;
	/** Ends in `/v1`, without a slash behind it. */
	baseUrl: string;
}

/** What is wrong with a credential's field, in words for the person who fills it in. */
export interface FieldProblem {
	field: 'apiKey' | 'baseUrl';
	message: string;
	description: string;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; problem: FieldProblem };

/** Prefixes of production and sandbox keys, by the service's documentation, part 5. */
const KEY_PREFIXES = ['ac_live_', 'ac_test_'];

const WHERE_KEYS_ARE = 'Keys are created in the account settings of the service, section API Keys.';

export function readConnection(credential: ICredentialDataDecryptedObject): Checked<Connection> {
	const apiKey = readApiKey(String(credential.apiKey ?? ''));
	if (!apiKey.ok) return apiKey;
	const baseUrl = readBaseUrl(String(credential.baseUrl ?? ''));
	if (!baseUrl.ok) return baseUrl;
	return { ok: true, value: { apiKey: apiKey.value, baseUrl: baseUrl.value } };
}

/** Mends what copying does to a key: quotes, a `Bearer ` in front, white space and invisible characters around it. */
export function mendApiKey(pasted: string): string {
	return pasted
		.replace(/^[\s\u200b-\u200f\u2060\ufeff"'`]+|[\s\u200b-\u200f\u2060\ufeff"'`]+$/g, '')
		.replace(/^(?:authorization\s*:\s*)?(?:bearer\s+)+/i, '')
		.trim();
}

export function readApiKey(pasted: string): Checked<string> {
	const key = mendApiKey(pasted);
	if (key === '' || /^bearer$/i.test(key)) {
		return refused(
			'apiKey',
			'The API key is missing',
			`Fill in 'API Key' in the credential. ${WHERE_KEYS_ARE}`,
		);
	}
	// Only visible ASCII can travel in an Authorization header.
	if (!/^[\x21-\x7e]+$/.test(key)) {
		return refused(
			'apiKey',
			'The API key holds a space, a line break or a character that no key can hold',
			`Copy the key again as one piece, and paste it into 'API Key' of the credential. ${WHERE_KEYS_ARE}`,
		);
	}
	return { ok: true, value: key };
}

/** A key with neither prefix may still be right, so this warns and refuses nothing. */
export function keyWarning(apiKey: string): string | undefined {
	return KEY_PREFIXES.some((prefix) => apiKey.startsWith(prefix))
		? undefined
		: `The key starts with neither ${KEY_PREFIXES.join(' nor ')}: check that it is a key of this service.`;
}

export function readBaseUrl(pasted: string): Checked<string> {
	const text = pasted.trim();
	const refuse = (message: string, description: string) => refused('baseUrl', message, description);
	if (text === '') {
		return refuse(
			"'Base URL' is missing",
			"Fill in 'Base URL' in the credential (e.g. https://api.example.com/v1).",
		);
	}
	if (!/^https?:\/\//i.test(text)) {
		return refuse(
			"'Base URL' does not start with https:// or http://",
			"Write the whole address into 'Base URL' of the credential (e.g. https://api.example.com/v1).",
		);
	}
	if (!URL.canParse(text) || /\s/.test(text)) {
		return refuse(
			"'Base URL' is not a web address",
			"Check the spaces and the spelling of 'Base URL' in the credential (e.g. https://api.example.com/v1).",
		);
	}
	const url = new URL(text);
	if (url.username || url.password) {
		return refuse(
			"'Base URL' holds a user name or a password",
			"Take the part before the @ out of 'Base URL' in the credential: the service knows callers by their API key.",
		);
	}
	if (/[?#]/.test(text)) {
		return refuse(
			"'Base URL' holds a ? or a #",
			"Take out what stands behind /v1 in 'Base URL' of the credential.",
		);
	}
	const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
	const version = /^(.*?)\/(v\d+)(\/.*)?$/i.exec(path);
	if (!version) return { ok: true, value: `${url.origin}${path}/v1` };
	const [, before = '', name = '', behind] = version;
	if (name.toLowerCase() !== 'v1') {
		return refuse(
			`'Base URL' names the version ${name}, and this node needs v1`,
			"Change 'Base URL' in the credential so that it ends with /v1.",
		);
	}
	if (behind) {
		return refuse(
			`'Base URL' goes on behind /v1 with ${behind}`,
			"Take out what stands behind /v1 in 'Base URL' of the credential: the node adds the rest of each path itself.",
		);
	}
	return { ok: true, value: `${url.origin}${before}/v1` };
}

const refused = (field: FieldProblem['field'], message: string, description: string) =>
	({ ok: false, problem: { field, message, description } }) as const;
