import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { redactor, type Redact } from '../client/redact';
import type { Scheme } from '../signature/search';
import { cleanSecret, isUsableSecret } from '../signature/secretKeys';
import { verify, type Delivery } from '../signature/verify';
import { BoundedMap } from './boundedMap';
import type { TriggerOptions } from './properties';

/** How long a secret that was removed from the credential may still be accepted. */
const MAX_AGE_MS = 5_000;
/** If a signature does not match, the credential is read again after this time: a new secret may have been entered. */
const MISMATCH_MAX_AGE_MS = 1_000;

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
		options: TriggerOptions;
		node: string;
		/** So that another credential takes effect at once. */
		credentialId: string;
		/** In the editor, the credential is read each time, and a rejection looks for its cause. */
		isTest: boolean;
		url: string;
		/** How the last delivery before a restart of n8n was signed. */
		known?: Scheme;
		readSecrets: () => Promise<Secrets>;
	},
) {
	const { options, node, isTest, url } = request;
	const known = knownSchemes.get(node) ?? request.known;
	const explain = isTest ? { url } : undefined;
	const verifyWith = (secrets: Secrets) =>
		verify(request, { ...secrets, options, now: Date.now(), explain, known });
	const secretsNoOlderThan = async (maxAgeMs: number) => {
		const owner = `${node}:${request.credentialId}`;
		let cached = secretsCache.get(owner);
		if (!cached || Date.now() - cached.readAt >= maxAgeMs) {
			cached = { secrets: request.readSecrets(), readAt: Date.now() };
			secretsCache.set(owner, cached);
			cached.secrets.catch(() => secretsCache.delete(owner));
		}
		return { secrets: await cached.secrets, readAt: cached.readAt };
	};

	const { secrets, readAt } = await secretsNoOlderThan(isTest ? 0 : MAX_AGE_MS);
	let { hide } = secrets;
	let verdict = verifyWith(secrets);
	if (!verdict.ok && !isTest && Date.now() - readAt >= MISMATCH_MAX_AGE_MS) {
		const { secrets: current } = await secretsNoOlderThan(MISMATCH_MAX_AGE_MS);
		if (JSON.stringify(current) !== JSON.stringify(secrets)) verdict = verifyWith(current);
		({ hide } = current);
	}
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

/** Cached, as building a redactor takes longer than verifying a delivery. */
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

/** The label of a field with a value that is no secret, such as `whsec_` alone: anyone could sign with it. */
export function findUnusableSecret(credential: ICredentialDataDecryptedObject): string | undefined {
	const isUnusable = (secret: string) => secret.trim() !== '' && !isUsableSecret(secret);
	return FIELDS.find(([name]) => isUnusable(String(credential[name] ?? '')))?.[1];
}
