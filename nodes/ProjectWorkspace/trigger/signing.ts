import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Pins } from '../signature';
import type { TriggerOptions } from './triggerOptions';

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

/** What the options say about them. */
export const readPins = (options: TriggerOptions): Pins => ({
	algorithm: options.algorithm,
	encoding: options.encoding,
	prefix: options.prefix,
	content: options.signedContent,
	toleranceSeconds: options.tolerance,
	timestampHeader: options.timestampHeader?.trim(),
	idHeader: options.idHeader?.trim(),
});

/** Copying brings spaces and line breaks along, and no service gives out secrets that begin or end with them. */
const pasted = (value: unknown) => String(value ?? '').trim();
