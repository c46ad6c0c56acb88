import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { MIN_SECRET_BYTES, readSecret } from '../transport/credential';
import { badSetting, collectionFields, CredentialFields } from '../transport/credentialFields';
import { isLayout } from './layouts';

/** How deliveries are signed. What is undefined is detected; what is set is the only format accepted. */
export interface SignatureSettings {
	/** There is at least one; the current one is the first. */
	secrets: string[];
	/** Names of headers are in lower case. */
	header: string;
	signedContent?: string;
	idHeader?: string;
	timestampHeader?: string;
	toleranceSeconds: number;
}

const DEFAULT_HEADER = 'x-service-signature';

/** The tolerance in the libraries of Stripe and Standard Webhooks. */
const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Reads the fields about signatures. When a workflow is published, n8n shows the message only, so it says what to do.
 * @throws UserError if one cannot be used: left out, other formats would be accepted
 */
export function readSignatureSettings(
	credential: ICredentialDataDecryptedObject,
): SignatureSettings {
	const format = new CredentialFields(collectionFields(credential.signature, 'format'));
	const header = new CredentialFields(credential).headerName('signatureHeader', 'Signature Header');
	return {
		secrets: readSecrets(credential),
		header: header ?? DEFAULT_HEADER,
		signedContent: readSignedContent(format),
		idHeader: format.headerName('idHeader', 'Signed ID Header'),
		timestampHeader: format.headerName('timestampHeader', 'Timestamp Header'),
		toleranceSeconds: format.atLeastOne(
			'tolerance',
			'Timestamp Tolerance',
			DEFAULT_TOLERANCE_SECONDS,
		),
	};
}

function readSecrets(credential: ICredentialDataDecryptedObject): string[] {
	const secrets = [
		readSigningSecret('Signing Secret', credential.signingSecret),
		readSigningSecret('Previous Signing Secret', credential.previousSigningSecret),
	].filter((secret) => secret !== '');
	if (secrets.length > 0) return secrets;

	throw new UserError(
		"The credential has no signing secret: fill in 'Signing Secret'",
		'You find it in the service under account settings → Webhooks. If there is no webhook yet, add one with the production URL of this node first.',
	);
}

function readSigningSecret(label: string, pasted: unknown): string {
	const secret = readSecret(label, pasted);
	const bytes = Buffer.byteLength(secret.replace(/^whsec_/, ''));
	if (secret === '' || bytes >= MIN_SECRET_BYTES) return secret;
	throw badSetting(label, `at least ${MIN_SECRET_BYTES} characters long`);
}

function readSignedContent(format: CredentialFields): string | undefined {
	const content = format.text('signedContent', 'Signed Content')?.replace('{ID}', '{id}');
	if (content === undefined || isLayout(content)) return content;

	throw new UserError(
		"'Signed Content' in the credential must contain {body} once",
		'It may also contain {timestamp} and {ID} once, and fixed text. It has at most 200 characters.',
	);
}
