import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { TriggerOptions } from './triggerOptions';
import type { Pins } from './signature';

/** What the credential and the options say about signatures. */
export interface Signing {
	header: string;
	secrets: readonly string[];
	pins: Pins;
}

const DEFAULT_HEADER = 'X-Service-Signature';

export function readSigning(
	credential: ICredentialDataDecryptedObject,
	options: TriggerOptions,
): Signing {
	const { algorithm, encoding, prefix, signedContent, tolerance, timestampHeader, idHeader } =
		options;
	return {
		header: pasted(credential.signatureHeader).replace(/\s*:$/, '') || DEFAULT_HEADER,
		secrets: [pasted(credential.signingSecret), pasted(credential.previousSigningSecret)].filter(
			(secret) => secret !== '',
		),
		pins: {
			algorithm,
			encoding,
			prefix,
			content: signedContent,
			toleranceSeconds: tolerance,
			timestampHeader: timestampHeader?.trim(),
			idHeader: idHeader?.trim(),
		},
	};
}

/** Copying brings spaces and line breaks along, and no service gives out secrets that begin or end with them. */
const pasted = (value: unknown) => String(value ?? '').trim();
