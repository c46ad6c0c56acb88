import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Problem } from '../result';
import { isUsableSecret } from '../signature';

/** What the credential says about signatures. */
export interface SigningSecrets {
	/** Name of the signature header. */
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
}

const DEFAULT_HEADER = 'X-Service-Signature';

export function readSecrets(credential: ICredentialDataDecryptedObject): SigningSecrets {
	const secrets = [pasted(credential.signingSecret), pasted(credential.previousSigningSecret)];
	return {
		header: pasted(credential.signatureHeader).replace(/\s*:$/, '') || DEFAULT_HEADER,
		secrets: secrets.filter((secret) => secret !== ''),
	};
}

/** A field that is filled in and yet contains no secret, such as `whsec_` alone: anyone could sign with it. */
export function findUnusableSecret(
	credential: ICredentialDataDecryptedObject,
): Problem | undefined {
	const fields = [
		{ label: 'Signing Secret', secret: pasted(credential.signingSecret) },
		{ label: 'Previous Signing Secret', secret: pasted(credential.previousSigningSecret) },
	];
	const unusable = fields.find(({ secret }) => secret !== '' && !isUsableSecret(secret));
	return (
		unusable && {
			message: `'${unusable.label}' in the credential contains only a prefix, quotation marks or spaces: enter the whole secret`,
			description: `Anyone could sign with such a secret. Copy the whole secret from the service (account settings → Webhooks) into '${unusable.label}' in the credential.`,
		}
	);
}

/** Copying brings spaces and line breaks along, and no service gives out secrets that begin or end with them. */
const pasted = (value: unknown) => String(value ?? '').trim();

interface Kept {
	/** A promise, so that deliveries which arrive together read the credential once. */
	secrets: Promise<SigningSecrets>;
	/** Milliseconds since 1970. */
	readAt: number;
}

const MOST_KEPT = 500;

/**
 * The secrets of the nodes, for a few seconds. Reading a credential costs n8n more than everything else that a delivery
 * needs (measured on 2.41: it makes a V8 isolate each time, for expressions that a credential may contain), and forged
 * deliveries must be cheap.
 */
export class SecretsCache {
	#kept = new Map<string, Kept>();

	/** `read` is called if nothing is kept, or only something older than `maxAgeMs`. */
	async get(
		owner: string,
		maxAgeMs: number,
		now: number,
		read: () => Promise<SigningSecrets>,
	): Promise<{ secrets: SigningSecrets; readAt: number }> {
		let kept = this.#kept.get(owner);
		if (!kept || now - kept.readAt >= maxAgeMs) {
			kept = { secrets: read(), readAt: now };
			if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
			this.#kept.set(owner, kept);
			kept.secrets.catch(() => this.#kept.delete(owner));
		}
		return { secrets: await kept.secrets, readAt: kept.readAt };
	}
}
