import { limits } from './limits';
import type { Reason, Seen } from './types';

export interface Detail {
	/** How far a time lies from now. */
	seconds?: number;
	/** Said already, by what found it: a sentence without its full stop, and the option that it is about. */
	words?: string;
	option?: string;
}

/** For a person: what happened, then how to mend it. Never a secret, never a digest. */
const sentences: Record<Reason, (seen: Seen, detail: Detail) => string> = {
	badPins: (_, { words = 'The signature options cannot be used', option }) =>
		`${words}. Change ${option ? `'${option}'` : 'them'} under 'Options', or remove what is set there.`,
	noSecret: () =>
		"The credential has no signing secret. Copy it from the account settings, section Webhooks, into 'Signing Secret'.",
	headerMissing: (seen) =>
		seen.otherSignatures.length > 0
			? `The delivery has no header ${seen.header}, but it has ${seen.otherSignatures.join(', ')}. If that is the signature, set 'Signature Header' in the credential to it.`
			: `The delivery has no header ${seen.header}, nor another one that looks like a signature. Check that the service sent it, and that a proxy in between passes all headers on.`,
	headerEmpty: (seen) => `The header ${seen.header} is empty.`,
	headerTooLong: (seen) =>
		`The header ${seen.header} has ${seen.characters} characters; ${limits.headerCharacters} are the most that is read.`,
	headerMalformed: (seen) =>
		`The header ${seen.header} holds characters that no signature has (line breaks, control characters or letters beyond ASCII).`,
	tooManyCandidates: (seen) =>
		`The header ${seen.header} holds more than ${limits.candidates} signatures.`,
	noDigest: (seen) =>
		`No signature was recognized in the header ${seen.header} (${seen.characters} characters). Expected is an HMAC with SHA-256, SHA-384 or SHA-512 in hex, base64 or base64url. If 'Signature Algorithm', 'Signature Encoding' or 'Signature Prefix' is set under 'Options', remove it or compare it with the header.`,
	weakAlgorithm: (seen) =>
		`The header ${seen.header} holds a signature that is too weak (MD5, SHA-1 or SHA-224, by its length or its name). SHA-256 is the least that is accepted: choose it in the service's webhook settings.`,
	badTimestamp: () =>
		'The time of the signature cannot be read. Expected are seconds or milliseconds since 1970, or a date in ISO or HTTP form.',
	conflictingTimestamps: (seen) => `The header ${seen.header} holds more than one time.`,
	noTimestamp: () =>
		"The options say that a time is signed, but the delivery has none where it is looked for. Set 'Timestamp Header' under 'Options' to the header that holds it.",
	noId: () =>
		"The options say that an ID is signed, but the delivery has none where it is looked for. Set 'Signed ID Header' under 'Options' to the header that holds it.",
	bodyNotJson: () =>
		"The body is not a JSON object or list. Signatures over other bodies are accepted only if 'Signed Content' is set under 'Options'.",
	mismatch: (seen) =>
		`A signature was recognized (${seen.digests.join(', ')}${timeAndId(seen)}), but it does not match. Check that 'Signing Secret' in the credential is that of this webhook, and that nothing changes the body on the way. If so, set 'Signed Content' under 'Options' to what the service signs.`,
	bodyTooLargeToSearch: () =>
		"The body is too large to try every way of signing it. Set 'Signed Content' under 'Options', then only that one is tried.",
	bodyChanged: () =>
		'The signature matches the same JSON in another spelling: something between the service and n8n (a proxy, a gateway) rewrites the body. Let it pass the body on unchanged.',
	timestampNotSigned: () =>
		"The signature matches the body alone, while a time stands beside it that is not signed, so an old delivery could be sent again. If the service does sign like this, set 'Signed Content' under 'Options' to {body}.",
	secretHasSpaces: () =>
		"The signature matches if spaces or line breaks around the signing secret are left out. Remove them in 'Signing Secret' of the credential.",
	stale: (_, { seconds }) =>
		`The signature is right, but it was made ${seconds} seconds ago. Check the clock of this machine. If the service repeats deliveries with their first time, raise 'Timestamp Tolerance' under 'Options'.`,
	future: (_, { seconds }) =>
		`The signature is right, but its time lies ${seconds} seconds in the future. Check the clock of this machine.`,
};

export function wordsFor(reason: Reason, seen: Seen, detail: Detail): string {
	return sentences[reason](seen, detail);
}

function timeAndId({ timestamp, id }: Seen): string {
	return `${timestamp ? `; a time ${timestamp}` : ''}${id ? `; an ID ${id}` : ''}`;
}
