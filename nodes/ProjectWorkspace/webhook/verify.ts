import { timingSafeEqual } from 'node:crypto';

import { MIN_SECRET_BYTES } from '../transport/credential';
import {
	headerValues,
	type DeliveryHeaders,
	type ReceivedDelivery,
	type Signature,
} from './delivery';
import {
	isAmbiguous,
	isId,
	isInBrackets,
	LAYOUTS,
	readTime,
	sign,
	type SignedContent,
} from './layouts';
import { Refusal } from './responses';
import { readSignatureHeader, type Digest, type SignatureHeader } from './signatureHeader';
import type { SignatureSettings } from './signatureSettings';

/** A delivery of 16 MB that is forged takes n8n about 60 milliseconds. */
const MAX_HASHED_BYTES = 16 * 1024 * 1024;

/** How many bytes an attempt counts for at least: each header with a time or an ID is another, and proxies add theirs. */
const MIN_HASHED_BYTES = 16 * 1024;

/**
 * What was signed besides the body. No setting turns it off.
 * @throws Refusal unless the delivery was signed with one of the secrets, and lately
 */
export function verify(
	delivery: ReceivedDelivery,
	settings: SignatureSettings,
	now: number,
): Signature {
	const { body, headers } = delivery;
	const header = readSignatureHeader(headers.get(settings.header) ?? '');
	const { digests } = header;
	if (digests.length === 0) throw noSignature(headers, settings.header);

	const keys = keysOf(settings.secrets);
	const algorithms = new Set(digests.map(({ algorithm }) => algorithm));
	const signers = [...algorithms].flatMap((algorithm) => keys.map((key) => ({ algorithm, key })));
	let hashedBytes = 0;

	for (const attempt of attemptsFor(delivery, header, settings)) {
		for (const signer of signers) {
			hashedBytes += Math.max(body.length, MIN_HASHED_BYTES);
			if (hashedBytes > MAX_HASHED_BYTES) throw new Refusal(TOO_LARGE, 413);

			const isSigned = isAmong(digests, sign(attempt, body, signer));
			if (isSigned) return checkAge(attempt, settings.toleranceSeconds, now);
		}
	}
	throw new Refusal(NO_MATCH);
}

const TOO_LARGE =
	"The delivery is too large to try all formats of signatures. Set 'Signed Content' in the credential, so that only one is tried.";
const NO_MATCH =
	"The signature does not match. Most likely, 'Signing Secret' in the credential is not the secret of this webhook: copy it again. Otherwise, a proxy changes the body, or the service signs other data: set 'Signed Content' in the credential, see 'Signatures' in the docs.";

/** The name of the header is not documented, so the message lists those that may be meant. */
function noSignature(headers: DeliveryHeaders, header: string): Refusal {
	const found: string[] = [];
	for (const [name, value] of headers) {
		if (readSignatureHeader(value).digests.length > 0) found.push(name);
	}
	return new Refusal(
		`The header "${header}" is missing, or has no HMAC with SHA-256 or stronger. Headers with a hash: ${found.slice(0, 5).join(', ') || 'none'}. If one of them is the signature, enter its name in 'Signature Header' in the credential. Otherwise, check that the webhook has a secret in the service, and that no proxy removes the header. If the service signs in another way, use the Project Workspace Polling Trigger.`,
	);
}

/**
 * The attempts, the likeliest first.
 * @throws Refusal if the delivery lacks what is signed
 */
function attemptsFor(
	{ body, headers }: ReceivedDelivery,
	header: SignatureHeader,
	settings: SignatureSettings,
): SignedContent[] {
	const layouts = layoutsFor(header, settings);
	const timestamps = timestampsFor(headers, header, settings);
	const ids = valuesIn(headers, settings.idHeader, /-(?:id|delivery)$/).filter(isId);
	const mustHave = (part: string) => layouts.every((layout) => layout.includes(part));

	if (timestamps.length === 0 && mustHave('{timestamp}')) {
		const name = settings.timestampHeader ?? settings.header;
		throw new Refusal(
			`The header "${name}" must have one timestamp, a Unix time or an ISO date with a time zone. If it is in another header, set 'Timestamp Header' in the credential.`,
		);
	}
	if (ids.length === 0 && mustHave('{id}')) {
		throw new Refusal(
			"No header has the signed ID: set 'Signed ID Header' in the credential to the header that contains it.",
		);
	}
	if (settings.signedContent !== '{body}' && !isInBrackets(body)) {
		throw new Refusal(
			"The body is not a JSON object or list. If the service sends other bodies, set 'Signed Content' in the credential to {body}.",
		);
	}
	return layouts.flatMap((layout) => contentsOf(layout, timestamps, ids));
}

/** What may be signed in a layout: each timestamp with each ID. */
function contentsOf(
	layout: string,
	timestamps: readonly string[],
	ids: readonly string[],
): SignedContent[] {
	const usedTimestamps = layout.includes('{timestamp}') ? timestamps : [undefined];
	const usedIds = layout.includes('{id}') ? ids : [undefined];
	const contents: SignedContent[] = [];
	for (const timestamp of usedTimestamps) {
		if (isAmbiguous(layout, timestamp)) continue;
		for (const id of usedIds) contents.push({ layout, timestamp, id });
	}
	return contents;
}

/** What is in the signature header or set in the credential must be signed, or it could be exchanged. */
function layoutsFor(
	{ timestamps }: SignatureHeader,
	{ signedContent, timestampHeader, idHeader }: SignatureSettings,
): readonly string[] {
	if (signedContent !== undefined) return [signedContent];

	const hasTime = timestampHeader !== undefined || timestamps.length > 0;
	const hasId = idHeader !== undefined;
	return LAYOUTS.filter(
		(layout) => (!hasTime || layout.includes('{timestamp}')) && (!hasId || layout.includes('{id}')),
	);
}

function timestampsFor(
	headers: DeliveryHeaders,
	{ timestamps }: SignatureHeader,
	{ timestampHeader }: SignatureSettings,
): string[] {
	const isInSignature = timestampHeader === undefined && timestamps.length > 0;
	// If the signature header has two timestamps, one may be old and the other not signed.
	if (isInSignature && timestamps.length > 1) return [];

	const found = isInSignature ? timestamps : valuesIn(headers, timestampHeader, /timestamp$/);
	return found.filter((text) => readTime(text) !== undefined);
}

/** The value of the header that is set, or else those of all with this ending. */
function valuesIn(headers: DeliveryHeaders, set: string | undefined, ending: RegExp): string[] {
	if (set === undefined) return [...new Set(headerValues(headers, ending))];

	const value = headers.get(set);
	return value === undefined ? [] : [value];
}

/**
 * A secret is its text, as at Stripe, or the bytes that it is the Base64 of, as at Standard Webhooks. Trying both is safe,
 * as each needs the whole secret.
 */
function keysOf(secrets: readonly string[]): Buffer[] {
	const keys: Buffer[] = [];
	for (const secret of secrets) {
		const encoded = secret.replace(/^whsec_/, '');
		keys.push(Buffer.from(secret));
		if (/^[\w+/-]+={0,2}$/.test(encoded)) keys.push(Buffer.from(encoded, 'base64'));
	}
	// HMAC fills a key up with zeros, so zeros alone are no key.
	return keys.filter((key) => key.length >= MIN_SECRET_BYTES && key.some((byte) => byte !== 0));
}

/** In constant time, and with each of them: stopping at the first that is equal would tell which one it is. */
function isAmong(digests: readonly Digest[], digest: Buffer): boolean {
	let isFound = false;
	for (const { bytes } of digests) {
		if (bytes.length === digest.length && timingSafeEqual(bytes, digest)) isFound = true;
	}
	return isFound;
}

function checkAge(
	{ timestamp, id }: SignedContent,
	toleranceSeconds: number,
	now: number,
): Signature {
	const time = timestamp === undefined ? undefined : readTime(timestamp);
	const seconds = time === undefined ? 0 : Math.abs(now - time) / 1000;
	if (seconds <= toleranceSeconds) return { time, id };

	throw new Refusal(
		`The signature is correct, but its time differs from the clock of this machine by ${Math.round(seconds)} seconds. Check the clock. If the service sends deliveries late, increase 'Timestamp Tolerance' in the credential.`,
	);
}
