import { algorithms } from './encodings';
import { MAX_CANDIDATES, MAX_CHARACTERS, readHeader, type HeaderReading } from './header';
import { findRelated, headerValue, type Headers } from './signedValues';

/** The values that messages contain. Never a digest, a secret or the body. */
type Detail = ReturnType<typeof observe> & { seconds?: number; template?: string; kind?: string };

const CANNOT =
	'This kind cannot be verified here: the trigger needs an HMAC of the body with SHA-256 or stronger in a header. If the service has no such setting, use the Project Workspace Polling Trigger, which needs no signature.';

/** Why a delivery was rejected and what to do, for the test URL and n8n's log. */
export const messages = {
	badHeaderName: () =>
		"'Signature Header' in the credential must be the name of a header, such as X-Service-Signature.",
	noSecret: () =>
		"'Signing Secret' in the credential contains no secret: it is empty, or has only a prefix, quotation marks, spaces or a word such as undefined, so anyone could sign with it. Copy the whole secret from account settings → Webhooks in the service.",
	headerMissing: ({ header, otherSignatures }) =>
		otherSignatures.length > 0
			? `The delivery has no ${header} header, but it has ${otherSignatures.join(', ')}. If that is the signature, enter its name in 'Signature Header' in the credential.`
			: `The delivery has no ${header} header with a signature, and no other header looks like one. Check that a secret is set up for this webhook in the service, and that no proxy removes the header.`,
	otherKind: ({ kind }) => `The delivery contains ${kind}. ${CANNOT}`,
	settable: ({ template }) =>
		`The signature matches if the service signs ${template?.replaceAll('\n', '\\n')}. Set 'Signed Content' under 'Options' to exactly this text. If it contains the test URL, use the production URL in its place before you publish the n8n workflow.`,
	headerUnreadable: ({ header, characters }) =>
		`The ${header} header (${characters} characters) cannot be read. It must have at most ${MAX_CHARACTERS} plain characters, ${MAX_CANDIDATES} signatures and one timestamp. Check 'Signature Header' in the credential, and that no proxy changes the header.`,
	noDigest: ({ header, characters }) =>
		`No signature was recognized in the ${header} header (${characters} characters). It must contain an HMAC with SHA-256, SHA-384 or SHA-512 in hex, base64 or base64url. If 'Signature Algorithm', 'Signature Encoding' or 'Signature Prefix' is set under 'Options', compare it with the header. If a fixed text comes directly before the signature, set 'Signature Prefix' to exactly this text. Anything else cannot be verified here: use the Project Workspace Polling Trigger, which needs no signature.`,
	weakAlgorithm: ({ header }) =>
		`The ${header} header contains a signature that is too weak (MD5, SHA-1 or SHA-224, by its length or its name). At least SHA-256 is required: select it in the service's webhook settings. ${CANNOT}`,
	badTimestamp: () =>
		"The timestamp of the signature cannot be read. It must be a Unix time in seconds or milliseconds, or an ISO or HTTP date. If it is in another header, set 'Timestamp Header' under 'Options'.",
	inseparableTimestamp: () =>
		"In 'Signed Content', the ID and the timestamp cannot be told apart if the timestamp has milliseconds or a fraction. If possible, configure the service to send a Unix time in seconds or an ISO date.",
	noTimestamp: () =>
		"The options require a signed timestamp, but none was found in the delivery. Set 'Timestamp Header' under 'Options' to the header that contains it.",
	noId: () =>
		"The options require a signed ID, but none was found in the delivery. Set 'Signed ID Header' under 'Options' to the header that contains it.",
	bodyNotJson: () =>
		"The body is not a JSON object or list. Other bodies are accepted only if 'Signed Content' under 'Options' is set to {body}.",
	mismatch: ({ recognized, url }) =>
		`A signature was recognized (${recognized.join('; ')}), but it does not match. Check that 'Signing Secret' in the credential belongs to this webhook, that no proxy changes the body, and the options about signatures that you have set, such as 'Signature Encoding'. If all are fine, set 'Signed Content' under 'Options' to what the service signs, which may contain the webhook URL${url && ` (${url}{body})`}. If it is not an HMAC but a fixed token, a plain hash of the secret and the body, or an Ed25519 signature (64 bytes), it cannot be verified here: use the Project Workspace Polling Trigger, which needs no signature.`,
	bodyTooLargeToSearch: () =>
		"The body is too large to try all signature formats. Have a smaller delivery sent first, because its format is remembered, or set 'Signed Content', 'Timestamp Header' and 'Signed ID Header' under 'Options', so that fewer are tried.",
	bodyChanged: () =>
		'The signature matches the same JSON in a different format, so something between the service and n8n (such as a proxy) rewrites the body. Configure it to leave the body unchanged.',
	timestampNotSigned: () =>
		"The signature covers only the body, not the timestamp sent with it, so an old delivery could be replayed. If the service signs this way, set 'Signed Content' under 'Options' to {body}.",
	stale: ({ seconds }) =>
		`The signature is correct, but it is ${seconds} seconds old, more than 'Timestamp Tolerance' under 'Options' allows. Check the clock of this machine. If the service resends deliveries with their original timestamp, increase 'Timestamp Tolerance'.`,
	future: ({ seconds }) =>
		`The signature is correct, but it is dated ${seconds} seconds in the future. Check the clock of this machine. If the clock of the service is ahead, increase 'Timestamp Tolerance' under 'Options'.`,
} satisfies Record<string, (detail: Detail) => string>;

export type Reason = keyof typeof messages;

/** A more specific reason, for the test URL. */
export type Explanation = { reason: Reason } & Partial<Detail>;

const SIGNATURE_NAME = /signature|hmac|-sign$|-sig$|-digest$|sha256|-webhook$/;
/** Headers with similar names that contain something else. */
const NEVER_SIGNATURES = ['content-digest', 'repr-digest', 'signature-input'];

/** @param header - the name of the signature header, in lower case */
export function observe(
	headers: Headers,
	header: string,
	{ candidates, timestamps }: HeaderReading,
	url: string,
) {
	const isElsewhere = (kind: 'timestamp' | 'id') => findRelated(kind, headers, header).length > 0;
	/** For example `SHA-256 in hex after "v1="` and `a timestamp in another header`. */
	const recognized = candidates.slice(0, MAX_CANDIDATES).map(({ algorithm, encoding, prefix }) => {
		const title = algorithms.find(({ name }) => name === algorithm)?.title;
		return `${title} in ${encoding}${prefix && ` after "${prefix}"`}`;
	});
	if (timestamps.length > 0) recognized.push('a timestamp in the signature header');
	else if (isElsewhere('timestamp')) recognized.push('a timestamp in another header');
	if (isElsewhere('id')) recognized.push('an ID in another header');
	const characters = headerValue(headers, header)?.length;
	const otherSignatures = otherSignaturesIn(headers, header).slice(0, 5);
	return { header, characters, recognized, url, otherSignatures };
}

/** Of the first 50, as anyone can send more, those that can be verified come first. */
export function otherSignaturesIn(headers: Headers, header: string): string[] {
	const names = Object.keys(headers).filter((name) => {
		const isNamed = SIGNATURE_NAME.test(name) && ![header, ...NEVER_SIGNATURES].includes(name);
		return isNamed && name.length <= 100;
	});
	const isReadable = (name: string) =>
		readHeader(headerValue(headers, name), {}).reason === undefined ? 0 : 1;
	return names.slice(0, 50).sort((one, other) => isReadable(one) - isReadable(other));
}
