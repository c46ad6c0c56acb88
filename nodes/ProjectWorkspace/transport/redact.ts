import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { mapTexts } from '../records/value';
import { cleanApiKey, cleanSecret, MIN_SECRET_BYTES } from './credential';
import { headerRows } from './credentialFields';
import type { Hide, Redactor } from './types';

interface Secret {
	/** What is shown in its place. */
	name: string;
	text: string;
}

/** For everything that leaves the node. A text is cut after this, as the beginning of a secret is not recognized. */
export function redactorOf(credential: ICredentialDataDecryptedObject): Redactor {
	const { apiKey, signingSecret, previousSigningSecret, headers } = credential;
	const secrets: Secret[] = [
		{ name: 'API key', text: cleanApiKey(apiKey) },
		{ name: 'signing secret', text: signingText(signingSecret) },
		{ name: 'signing secret', text: signingText(previousSigningSecret) },
	];
	const ofHeaders: Secret[] = [];
	for (const { name, value } of headerRows(headers)) {
		// Without the scheme of `Basic …` as well.
		const token = value.slice(value.lastIndexOf(' ') + 1);
		for (const text of [value, token]) ofHeaders.push({ name: `header ${name}`, text });
	}
	return { inRecords: hiding(secrets), inMessages: hiding([...secrets, ...ofHeaders]) };
}

/** The rest signs without its prefix, and Base64 may lose its padding. */
const signingText = (pasted: unknown) =>
	cleanSecret(pasted)
		.replace(/^whsec_/, '')
		.replace(/={1,2}$/, '');

/** Whether a text contains what replaces a secret. It must not be sent back to the service. */
export const hasPlaceholder = (text: string): boolean =>
	/\[(API key|signing secret|header [^ ]+) hidden\]/.test(text);

function hiding(secrets: readonly Secret[]): Hide {
	// The longest first, as it may contain another.
	const forms = secrets.flatMap(formsOf).sort((a, b) => b.text.length - a.text.length);
	const formsInJson = forms.map(({ text }) => JSON.stringify(text).slice(1, -1));

	const hideIn = (text: string): string => {
		let shown = text;
		for (const form of forms) shown = shown.replaceAll(form.text, `[${form.name} hidden]`);
		return shown;
	};

	return (value) => {
		// Most records have none, and are not copied. It is asked once, for all levels.
		const json = JSON.stringify(value ?? null);
		const hasSecret = formsInJson.some((form) => json.includes(form));
		return hasSecret ? mapTexts(value, hideIn) : value;
	};
}

/** A secret as it is written, and percent-encoded. A shorter one would be found in ordinary text. */
function formsOf({ name, text }: Secret): Secret[] {
	if (Buffer.byteLength(text) < MIN_SECRET_BYTES) return [];
	// Half a character cannot be encoded.
	const encoded = encodeURIComponent(Buffer.from(text).toString());
	const inSmallHex = encoded.replace(/%../g, (byte) => byte.toLowerCase());
	return [text, encoded, inSmallHex].map((form) => ({ name, text: form }));
}
