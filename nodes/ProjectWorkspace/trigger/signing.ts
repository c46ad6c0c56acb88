import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Problem } from '../result';
import { isUsableSecret } from '../signature';

/** What the credential says about signatures. */
export interface Secrets {
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
}

const DEFAULT_HEADER = 'X-Service-Signature';

export function readSecrets(credential: ICredentialDataDecryptedObject): Secrets {
	return {
		header: pasted(credential.signatureHeader).replace(/\s*:$/, '') || DEFAULT_HEADER,
		secrets: [pasted(credential.signingSecret), pasted(credential.previousSigningSecret)].filter(
			(secret) => secret !== '',
		),
	};
}

/** A secret that is filled in and yet none, such as `whsec_` alone: anyone could sign with it. */
export function findUnusableSecret(
	credential: ICredentialDataDecryptedObject,
): Problem | undefined {
	const fields = [
		['Signing Secret', credential.signingSecret],
		['Previous Signing Secret', credential.previousSigningSecret],
	] as const;
	const unusable = fields.find(
		([, value]) => pasted(value) !== '' && !isUsableSecret(pasted(value)),
	);
	return (
		unusable && {
			message: `'${unusable[0]}' in the credential contains only a prefix, quotation marks or spaces: enter the whole secret`,
			description: `Anyone could sign with such a secret. Copy the whole secret from the service (account settings → Webhooks) into '${unusable[0]}' in the credential.`,
		}
	);
}

/** Copying brings spaces and line breaks along, and no service gives out secrets that begin or end with them. */
const pasted = (value: unknown) => String(value ?? '').trim();
