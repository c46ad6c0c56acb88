import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { redactor, type Redact } from '../client/redact';
import { cleanSecret, isUsableSecret } from '../signature/secretKeys';
import { BoundedMap } from './boundedMap';

/** What the credential says about signatures. */
export interface Secrets {
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
	/** Hides the API key and the secrets in what a delivery brings. */
	hide: Redact;
}

const FIELDS = [
	['signingSecret', 'Signing Secret'],
	['previousSigningSecret', 'Previous Signing Secret'],
] as const;

const DEFAULT_HEADER = 'X-Service-Signature';

/** Cached, as building one takes longer than verifying a delivery. */
const redactors = new BoundedMap<Redact>(100);

function hideAs(name: string, secret: string): Redact {
	const id = `${name}:${secret}`;
	const redact = redactors.get(id) ?? redactor(secret, name);
	redactors.set(id, redact);
	return redact;
}

export function readSecrets(credential: ICredentialDataDecryptedObject): Secrets {
	const read = (name: string) => cleanSecret(String(credential[name] ?? ''));
	const secrets = FIELDS.map(([name]) => read(name)).filter((secret) => secret !== '');
	const hidden = [
		hideAs('API key', read('apiKey')),
		...secrets.map((secret) => hideAs('signing secret', secret)),
	];
	return {
		header: read('signatureHeader').replace(/\s*:$/, '') || DEFAULT_HEADER,
		secrets,
		hide: (text) => hidden.reduce((rest, hide) => hide(rest), text),
	};
}

/** The label of a field that contains no real secret, such as `whsec_` alone: anyone could sign with it. */
export function findUnusableSecret(credential: ICredentialDataDecryptedObject): string | undefined {
	const isUnusable = (secret: string) => secret.trim() !== '' && !isUsableSecret(secret);
	return FIELDS.find(([name]) => isUnusable(String(credential[name] ?? '')))?.[1];
}
