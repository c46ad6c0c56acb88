import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isObject } from '../records/value';
import { cleanApiKey, cleanSecret, MIN_SECRET_BYTES } from './credential';
import { headerRows } from './headers';
import type { Hide, Redactor } from './types';

/** For everything that leaves the node. */
export function redactorOf(credential: ICredentialDataDecryptedObject): Redactor {
	const { apiKey, signingSecret, previousSigningSecret, headers } = credential;
	const secrets = [
		{ name: 'API key', text: cleanApiKey(apiKey) },
		{ name: 'signing secret', text: signingText(signingSecret) },
		{ name: 'signing secret', text: signingText(previousSigningSecret) },
	];
	const ofHeaders = headerRows(headers).map(({ name, value }) => ({
		name: `header ${name}`,
		// Without the scheme of `Basic …`.
		text: value.slice(value.lastIndexOf(' ') + 1),
	}));
	return { inRecords: hiding(secrets), inMessages: hiding([...secrets, ...ofHeaders]) };
}

/** The rest signs without its prefix, and Base64 may lose its padding. */
const signingText = (pasted: unknown): string =>
	cleanSecret(pasted)
		.replace(/^whsec_/, '')
		.replace(/={1,2}$/, '');

/** Whether a text contains what replaces a secret. It must not be sent back to the service. */
export const hasPlaceholder = (text: string): boolean =>
	/\[(API key|signing secret|header [^ ]+) hidden\]/.test(text);

interface Secret {
	name: string;
	text: string;
}

function hiding(secrets: Secret[]): Hide {
	const placeholders = new Map<string, string>();
	for (const { name, text } of secrets) {
		if (Buffer.byteLength(text) < MIN_SECRET_BYTES) continue;
		for (const form of formsOf(text)) placeholders.set(form, `[${name} hidden]`);
	}
	// The longest first, as it may contain another.
	const forms = [...placeholders].sort(([a], [b]) => b.length - a.length);
	const inJson = forms.map(([form]) => JSON.stringify(form).slice(1, -1));

	const hideText = (text: string): string =>
		forms.reduce((shown, [form, placeholder]) => shown.replaceAll(form, placeholder), text);

	const hide = (value: unknown): unknown => {
		if (typeof value === 'string') return hideText(value);
		if (Array.isArray(value)) return value.map(hide);
		if (!isObject(value)) return value;

		// Most records have none, and are not copied.
		const json = JSON.stringify(value);
		if (!inJson.some((form) => json.includes(form))) return value;
		const entries = Object.entries(value).map(([name, inner]) => [hideText(name), hide(inner)]);
		return Object.fromEntries(entries);
	};
	return <T>(value: T) => hide(value) as T; // the same shape with other texts
}

/** As it is written, percent-encoded, and in Base64, where it has three forms, by what precedes it. */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const encoded = encodeURIComponent(bytes.toString());
	const forms = [secret, encoded, encoded.replace(/%../g, (byte) => byte.toLowerCase())];

	for (const offset of [0, 1, 2]) {
		const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
		// The characters at both ends also depend on what is next to the secret.
		const first = Math.ceil((offset * 4) / 3);
		const end = Math.floor(((offset + bytes.length) * 4) / 3);
		const inner = text.slice(first, end);
		forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
	}
	return forms;
}
