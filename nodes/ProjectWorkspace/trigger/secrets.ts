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

/** Kept, since to build one takes longer than to verify a delivery. */
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

/** The label of a secret that is filled in and yet none, such as `whsec_` alone: anyone could sign with it. */
export function findUnusableSecret(credential: ICredentialDataDecryptedObject): string | undefined {
	const isUnusable = (secret: string) => secret.trim() !== '' && !isUsableSecret(secret);
	return FIELDS.find(([name]) => isUnusable(String(credential[name] ?? '')))?.[1];
}

interface Kept {
	/** A promise, so that deliveries which arrive together read the credential once. */
	secrets: Promise<Secrets>;
	readAt: number;
}

/**
 * What the credentials of the nodes say, for a few seconds. Reading one costs n8n more than everything else that a
 * delivery needs (measured on 2.41: it makes a V8 isolate each time, for expressions in a credential), and forged
 * deliveries must be cheap.
 */
export class SecretsCache {
	#kept = new BoundedMap<Kept>(500);

	/** `read` is called if nothing is kept, or only something older than `maxAgeMs`. */
	async get(
		owner: string,
		maxAgeMs: number,
		now: number,
		read: () => Promise<Secrets>,
	): Promise<{ secrets: Secrets; readAt: number }> {
		let kept = this.#kept.get(owner);
		if (!kept || now - kept.readAt >= maxAgeMs) {
			kept = { secrets: read(), readAt: now };
			this.#kept.set(owner, kept);
			kept.secrets.catch(() => this.#kept.delete(owner));
		}
		return { secrets: await kept.secrets, readAt: kept.readAt };
	}
}
