import { algorithms } from './encodings';
import { MAX_CANDIDATES, MAX_HEADER_CHARACTERS, readHeader, type HeaderReading } from './header';
import { findRelated, headerValue, isHeaderName, type DeliveryHeaders } from './deliveryHeaders';

const FORMAT = "under 'Signature Format' in the credential";

const POLLING = 'use the Project Workspace Polling Trigger, which needs no signature';

const ONLY_HMAC = `Only an HMAC of the body with SHA-256 or stronger can be verified here. If the service signs in another way, ${POLLING}.`;

/** Why a delivery was rejected and what to do, for the test URL and n8n's log. They say what arrived, and guess nothing. */
export const signatureMessages = {
	badHeaderName: () =>
		"'Signature Header' in the credential must be the name of a header, such as X-Service-Signature.",
	noSecret: () =>
		"'Signing Secret' in the credential contains no secret: it is empty, has fewer than 8 bytes, or has only a prefix, quotation marks, spaces or a word such as undefined, so anyone could sign with it. Copy the whole secret from account settings → Webhooks in the service.",
	headerMissing: ({ header, digests, arrived }) =>
		`The delivery has no ${header} header with a signature. ${arrived} ${
			digests.length > 0
				? "If one of these is the signature, enter the name of its header in 'Signature Header' in the credential."
				: 'Check that a secret is set up for this webhook in the service, and that no proxy removes the header.'
		} ${ONLY_HMAC}`,
	headerUnreadable: ({ header, characters }) =>
		`The ${header} header (${characters} characters) cannot be read. It must have at most ${MAX_HEADER_CHARACTERS} plain characters, ${MAX_CANDIDATES} signatures and one timestamp. Check 'Signature Header' in the credential, and that no proxy changes the header.`,
	noDigest: ({ header, characters, arrived }) =>
		`No signature was recognized in the ${header} header (${characters} characters). It must contain an HMAC with SHA-256, SHA-384 or SHA-512 in hex, base64 or base64url. ${arrived} If 'Algorithm', 'Encoding' or 'Prefix' is set ${FORMAT}, compare it with the header. If a fixed text comes directly before the signature, set 'Prefix' to exactly this text. ${ONLY_HMAC}`,
	weakAlgorithm: ({ header, arrived }) =>
		`The ${header} header contains a signature that is too weak (MD5, SHA-1 or SHA-224, by its length or its name). ${arrived} At least SHA-256 is required: select it in the service's webhook settings. ${ONLY_HMAC}`,
	badTimestamp: () =>
		`The timestamp of the signature cannot be read. It must be a Unix time in seconds or milliseconds, or an ISO or HTTP date. If it is in another header, set 'Timestamp Header' ${FORMAT}.`,
	inseparableTimestamp: () =>
		"In 'Signed Content', the ID and the timestamp cannot be told apart if the timestamp has milliseconds or a fraction. If possible, configure the service to send a Unix time in seconds or an ISO date.",
	noTimestamp: ({ arrived }) =>
		`A signed timestamp is required by 'Signature Format' in the credential, but the delivery has none. ${arrived} Set 'Timestamp Header' there to the header that contains it.`,
	noId: ({ arrived }) =>
		`A signed ID is required by 'Signature Format' in the credential, but the delivery has none. ${arrived} Set 'Signed ID Header' there to the header that contains it.`,
	bodyNotJson: () =>
		`The body is not a JSON object or list. Other bodies are accepted only if 'Signed Content' ${FORMAT} is set to {body}.`,
	mismatch: ({ arrived, isAmbiguous }) =>
		`The signature does not match. ${arrived} Check that 'Signing Secret' in the credential belongs to this webhook, that no proxy changes the body, and what is set ${FORMAT}. ${
			isAmbiguous
				? "As several headers have a timestamp or an ID, set 'Timestamp Header' or 'Signed ID Header' there to the signed one. "
				: ''
		}If all are fine, set 'Signed Content' there to what the service signs: for example {ID}{timestamp}{body}, the webhook URL and {body}, or {body} alone if no timestamp is signed. ${ONLY_HMAC}`,
	bodyTooLargeToSearch: () =>
		`The body is too large to try all signature formats. Have a smaller delivery sent first, because its format is remembered, or set 'Signed Content', 'Timestamp Header' and 'Signed ID Header' ${FORMAT}, so that fewer are tried.`,
	stale: ({ seconds }) =>
		`The signature is correct, but it is ${seconds} seconds old, more than 'Timestamp Tolerance' ${FORMAT} allows. Check the clock of this machine. If the service resends deliveries with their original timestamp, increase 'Timestamp Tolerance'.`,
	future: ({ seconds }) =>
		`The signature is correct, but it is dated ${seconds} seconds in the future. Check the clock of this machine. If the clock of the service is ahead, increase 'Timestamp Tolerance' ${FORMAT}.`,
	// Never a digest, a secret or the body.
} satisfies Record<string, (detail: ReturnType<typeof observe> & { seconds?: number }) => string>;

export type Reason = keyof typeof signatureMessages;

/** Anyone can send more. */
const MAX_HEADERS = 50;
const MAX_LISTED = 5;

/** What arrived, by header. @param header - the signature header, in lower case */
export function observe(headers: DeliveryHeaders, header: string, reading: HeaderReading) {
	const namesOf = (kind: 'timestamp' | 'id') =>
		findRelated(kind, headers, header).map(({ name }) => name);
	const names = Object.keys(headers).filter(isHeaderName).slice(0, MAX_HEADERS);
	const digests = names.flatMap((name) => {
		const { candidates, reason } =
			name === header ? reading : readHeader(headerValue(headers, name), {});
		const weak = reason === 'weakAlgorithm' ? ['too short, as of SHA-1 or MD5'] : [];
		const found = [...new Set([...candidates.map(describeDigest), ...weak])];
		return found.length > 0 ? [`${name} (${found.join(', ')})`] : [];
	});
	const [times, ids] = [namesOf('timestamp'), namesOf('id')];
	if (reading.timestamps.length > 0) times.unshift(header);
	const isAmbiguous = times.length > 1 || ids.length > 1;
	const characters = headerValue(headers, header)?.length;
	const arrived = `Headers with a hash: ${listOf(digests)}. With a timestamp: ${listOf(times)}. With an ID: ${listOf(ids)}.`;
	return { header, characters, digests, arrived, isAmbiguous };
}

/** For example `32 bytes in hex after "v1=", as SHA-256`. */
function describeDigest({
	algorithm,
	encoding,
	prefix,
}: HeaderReading['candidates'][number]): string {
	const { bytes, title } = algorithms.find(({ name }) => name === algorithm) ?? {};
	return `${bytes} bytes in ${encoding}${prefix && ` after "${prefix}"`}, as ${title}`;
}

function listOf(names: readonly string[]): string {
	const more = names.length - MAX_LISTED;
	const shown = names.slice(0, MAX_LISTED).join(', ');
	return names.length === 0 ? 'none' : more > 0 ? `${shown} and ${more} more` : shown;
}
