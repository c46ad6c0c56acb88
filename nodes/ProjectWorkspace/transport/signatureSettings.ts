import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { cleanSecret, MIN_SECRET_BYTES } from './credential';
import { badSetting, collectionFields, Settings } from './settings';

/** How deliveries of webhooks are signed. What is undefined is detected; what is set is the only format accepted. */
export interface SignatureSettings {
	/** The current secret first. Empty if none is filled in. */
	secrets: string[];
	/** Names of headers are in lower case. */
	header: string;
	signedContent?: string;
	idHeader?: string;
	timestampHeader?: string;
	toleranceSeconds: number;
}

const DEFAULT_HEADER = 'x-service-signature';

/** As in the libraries of Stripe and Standard Webhooks. */
const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Reads the fields of the credential that are about signatures.
 * @throws UserError if one cannot be used: left out, other formats would be accepted
 */
export function readSignatureSettings(
	credential: ICredentialDataDecryptedObject,
): SignatureSettings {
	const format = new Settings(collectionFields(credential.signature, 'format'));
	const header = new Settings(credential).headerName('signatureHeader', 'Signature Header');
	const secrets = [
		readSecret('Signing Secret', credential.signingSecret),
		readSecret('Previous Signing Secret', credential.previousSigningSecret),
	];

	return {
		secrets: secrets.filter((secret) => secret !== ''),
		header: header ?? DEFAULT_HEADER,
		signedContent: format.text('signedContent', 'Signed Content'),
		idHeader: format.headerName('idHeader', 'Signed ID Header'),
		timestampHeader: format.headerName('timestampHeader', 'Timestamp Header'),
		toleranceSeconds: format.atLeastOne(
			'tolerance',
			'Timestamp Tolerance',
			DEFAULT_TOLERANCE_SECONDS,
		),
	};
}

function readSecret(label: string, pasted: unknown): string {
	const secret = cleanSecret(pasted);
	const bytes = Buffer.byteLength(secret.replace(/^whsec_/, ''));
	if (secret === '' || bytes >= MIN_SECRET_BYTES) return secret;
	throw badSetting(label, `at least ${MIN_SECRET_BYTES} characters long`);
}
