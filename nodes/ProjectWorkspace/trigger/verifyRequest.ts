import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { redactor, type Redact } from '../client/redact';
import type { SignatureOptions } from '../signature/header';
import type { Scheme } from '../signature/search';
import { cleanSecret, isUsableSecret } from '../signature/secretKeys';
import { verify, type Delivery } from '../signature/verify';
import { BoundedMap } from './boundedMap';

/** How long a secret that was removed from the credential may still be accepted, and a new one rejected. */
const MAX_AGE_MS = 1_000;

/**
 * Reading a credential takes n8n longer than the rest of a delivery (2.41 creates a V8 isolate for it), and forged
 * deliveries must be cheap. Promises, so that deliveries that arrive together read it once.
 */
const secretsCache = new BoundedMap<{ secrets: Promise<Secrets>; readAt: number }>(500);

/** How the last accepted delivery of each node was signed. It is tried first. */
const knownSchemes = new BoundedMap<Scheme>(1_000);

/**
 * Verifies the signature, before the body is parsed.
 *
 * @throws if the credential cannot be read
 */
export async function verifyRequest(
	request: Delivery & {
		options: SignatureOptions;
		node: string;
		/** So that another credential takes effect at once. */
		credentialId: string;
		/** In the editor, the credential is read each time, and a rejection looks for its cause. */
		isTest: boolean;
		url: string;
		readSecrets: () => Promise<Secrets>;
	},
) {
	const { options, node, isTest, url } = request;
	const owner = `${node}:${request.credentialId}`;
	let cached = secretsCache.get(owner);
	if (!cached || isTest || Date.now() - cached.readAt >= MAX_AGE_MS) {
		cached = { secrets: request.readSecrets(), readAt: Date.now() };
		secretsCache.set(owner, cached);
		cached.secrets.catch(() => secretsCache.delete(owner));
	}
	const { hide, ...secrets } = await cached.secrets;
	const known = knownSchemes.get(node);
	const explain = isTest ? { url } : undefined;
	const verdict = verify(request, { ...secrets, options, now: Date.now(), explain, known });
	if (verdict.ok) knownSchemes.set(node, verdict.scheme);
	return { verdict, hide };
}

/** The credential's fields about signatures. */
export interface Secrets {
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
	/** Hides the API key and the secrets in a delivery. */
	hide: Redact;
}

const FIELDS = [
	['signingSecret', 'Signing Secret'],
	['previousSigningSecret', 'Previous Signing Secret'],
] as const;

const DEFAULT_HEADER = 'X-Service-Signature';

export function readSecrets(credential: ICredentialDataDecryptedObject): Secrets {
	const read = (name: string) => cleanSecret(String(credential[name] ?? ''));
	const secrets = FIELDS.map(([name]) => read(name)).filter((secret) => secret !== '');
	const hidden = [
		redactor(read('apiKey'), 'API key'),
		...secrets.map((secret) => redactor(secret, 'signing secret')),
	];
	return {
		header: read('signatureHeader').replace(/\s*:$/, '') || DEFAULT_HEADER,
		secrets,
		hide: (text) => hidden.reduce((rest, hide) => hide(rest), text),
	};
}

/** The label of a field with a value that is no secret, such as `whsec_` alone: anyone could sign with it. */
export function findUnusableSecret(credential: ICredentialDataDecryptedObject): string | undefined {
	const isUnusable = (secret: string) => secret.trim() !== '' && !isUsableSecret(secret);
	return FIELDS.find(([name]) => isUnusable(String(credential[name] ?? '')))?.[1];
}
