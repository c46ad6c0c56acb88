import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { UserError } from '../errors';
import type { JsonObject } from '../records/value';
import { cleanSecret, MIN_SECRET_BYTES } from './credential';
import { fieldsIn, textIn } from './listSettings';

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

const DEFAULT_HEADER = 'X-Service-Signature';

/** As in the libraries of Stripe and Standard Webhooks. */
const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Reads the fields of the credential that are about signatures.
 * @throws UserError if one cannot be used: left out, other formats would be accepted
 */
export function readSignatureSettings(
	credential: ICredentialDataDecryptedObject,
): SignatureSettings {
	const format = fieldsIn(credential.signature, 'format');
	const header = textIn(credential, 'signatureHeader') ?? DEFAULT_HEADER;
	const secrets = [
		readSecret('Signing Secret', credential.signingSecret),
		readSecret('Previous Signing Secret', credential.previousSigningSecret),
	];
	return {
		secrets: secrets.filter((secret) => secret !== ''),
		header: readHeaderName('Signature Header', header),
		signedContent: readText('Signed Content', format, 'signedContent'),
		idHeader: readOptionalName('Signed ID Header', format, 'idHeader'),
		timestampHeader: readOptionalName('Timestamp Header', format, 'timestampHeader'),
		toleranceSeconds: readTolerance(format.tolerance),
	};
}

function readSecret(label: string, pasted: unknown): string {
	const secret = cleanSecret(pasted);
	const bytes = Buffer.byteLength(secret.replace(/^whsec_/, ''));
	if (secret === '' || bytes >= MIN_SECRET_BYTES) return secret;
	throw badSetting(`'${label}' is too short to be a secret`);
}

function readText(label: string, fields: JsonObject, name: string): string | undefined {
	const isSet = name in fields;
	if (isSet && (fields[name] ?? null) === null) {
		throw badSetting(`The expression in '${label}' returned nothing`);
	}
	// The editor saves an empty text for a field that is not filled in.
	return textIn(fields, name);
}

function readOptionalName(label: string, fields: JsonObject, name: string): string | undefined {
	const text = readText(label, fields, name);
	return text === undefined ? undefined : readHeaderName(label, text);
}

function readHeaderName(label: string, text: string): string {
	if (/^[\w-]+$/.test(text)) return text.toLowerCase();
	throw badSetting(`'${label}' must be the name of a header, without a colon`);
}

function readTolerance(value: unknown = DEFAULT_TOLERANCE_SECONDS): number {
	const seconds = Number(value);
	if (seconds >= 1) return seconds;
	throw badSetting("'Timestamp Tolerance' must be a positive number of seconds");
}

const badSetting = (message: string) =>
	new UserError(message, 'Change it in the credential, or remove it.');
