import { timingSafeEqual } from 'node:crypto';

import {
	isAmbiguous,
	isId,
	isInBrackets,
	LAYOUTS,
	readTime,
	sign,
	type SignedValues,
	type SigningKey,
} from './layouts';
import { readSignatureHeader, type Digest, type SignatureHeader } from './signatureHeader';
import type { SignatureSettings } from './signing';

/** Names in lower case. */
export type DeliveryHeaders = ReadonlyMap<string, string>;

/** As received, because the bytes are signed. */
export interface Delivery {
	body: Buffer;
	headers: DeliveryHeaders;
}

/** What the signature of a genuine delivery covers besides the body. */
export interface Signature {
	/** Milliseconds since 1970. */
	time?: number;
	id?: string;
}

export interface Rejection {
	/** 401: not genuine, 413: beyond a bound, 503: n8n or its settings are to blame. */
	status: 401 | 413 | 503;
	/** For the test URL and n8n's log: what arrived, the likeliest cause, what to do. */
	message: string;
}

/** A delivery of 16 MB that is forged takes n8n about 60 milliseconds. */
const MAX_HASHED_BYTES = 16 * 1024 * 1024;

/** How many timestamps and how many IDs of other headers are tried, as proxies add their own. */
const MAX_VALUES = 6;

/** Whether a delivery was signed with one of the secrets. It never throws, and no setting turns it off. */
export function verify(
	delivery: Delivery,
	settings: SignatureSettings,
	now: number,
): Signature | Rejection {
	const { body, headers } = delivery;
	const header = signatureIn(headers, settings.header);
	if (header.digests.length === 0) return noSignature(headers, settings.header);

	const attempts = attemptsFor(delivery, header, settings);
	if (isRejection(attempts)) return attempts;

	const found = search(body, header.digests, settings.secrets, attempts);
	return isRejection(found) ? found : checkAge(found, settings.toleranceSeconds, now);
}

export const isRejection = (result: object): result is Rejection => 'status' in result;

const notGenuine = (message: string): Rejection => ({ status: 401, message });

/** The name of the header is not documented, so the message lists those that may be meant. */
function noSignature(headers: DeliveryHeaders, header: string): Rejection {
	const names = [...headers.keys()];
	const found = names.filter((name) => signatureIn(headers, name).digests.length > 0);
	return notGenuine(
		`The header "${header}" is missing, or has no HMAC with SHA-256 or stronger. Headers with a hash: ${found.slice(0, 5).join(', ') || 'none'}. If one of them is the signature, enter its name in 'Signature Header' in the credential. Otherwise, check that the webhook has a secret in the service, and that no proxy removes the header. If the service signs in another way, use the Project Workspace Polling Trigger.`,
	);
}

const signatureIn = (headers: DeliveryHeaders, name: string): SignatureHeader =>
	readSignatureHeader(headers.get(name) ?? '');

/** What a service may have signed. */
interface Attempt extends SignedValues {
	layout: string;
}

/** The attempts, the likeliest first, or what the delivery lacks. */
function attemptsFor(
	{ body, headers }: Delivery,
	header: SignatureHeader,
	settings: SignatureSettings,
): Attempt[] | Rejection {
	const layouts = layoutsFor(header, settings);
	const isSigned = (part: string) => layouts.every((layout) => layout.includes(part));

	const timestamps = timestampsFor(headers, header, settings);
	if (timestamps.length === 0 && isSigned('{timestamp}')) {
		const name = settings.timestampHeader ?? settings.header;
		return notGenuine(
			`The header "${name}" must have one timestamp, a Unix time or an ISO date with a time zone. If it is in another header, set 'Timestamp Header' in the credential.`,
		);
	}

	const ids = likeliest(/-(?:id|delivery)$/, headers, settings.header, settings.idHeader).filter(
		isId,
	);
	if (ids.length === 0 && isSigned('{id}')) {
		return notGenuine(
			"No header has the signed ID: set 'Signed ID Header' in the credential to the header that contains it.",
		);
	}

	if (settings.signedContent !== '{body}' && !isInBrackets(body)) {
		return notGenuine(
			"The body is not a JSON object or list. If the service sends other bodies, set 'Signed Content' in the credential to {body}.",
		);
	}

	return layouts.flatMap((layout) => {
		const usedTimestamps = layout.includes('{timestamp}')
			? timestamps.slice(0, MAX_VALUES)
			: [undefined];
		const usedIds = layout.includes('{id}') ? ids.slice(0, MAX_VALUES) : [undefined];
		return usedTimestamps
			.filter((timestamp) => !isAmbiguous(layout, timestamp))
			.flatMap((timestamp) => usedIds.map((id) => ({ layout, timestamp, id })));
	});
}

/** What is in the signature header or set in the credential must be signed, or it could be exchanged. */
function layoutsFor(
	{ timestamps }: SignatureHeader,
	{ signedContent, timestampHeader, idHeader }: SignatureSettings,
): readonly string[] {
	if (signedContent !== undefined) return [signedContent];

	const hasTimestamp = timestampHeader !== undefined || timestamps.length > 0;
	const timed = LAYOUTS.filter((layout) => !hasTimestamp || layout.includes('{timestamp}'));
	return timed.filter((layout) => idHeader === undefined || layout.includes('{id}'));
}

function timestampsFor(
	headers: DeliveryHeaders,
	{ timestamps }: SignatureHeader,
	{ header, timestampHeader }: SignatureSettings,
): string[] {
	// If there are two timestamps in the signature header, one may be old and the other not signed.
	if (timestampHeader === undefined && timestamps.length > 1) return [];
	const isInSignature = timestampHeader === undefined && timestamps.length === 1;
	const found = isInSignature
		? timestamps
		: likeliest(/timestamp$/, headers, header, timestampHeader);
	return found.filter((text) => readTime(text) !== undefined);
}

/**
 * The values of headers, first of those that begin like the signature header: `x-service-`, `webhook-`, `svix-`.
 * @param only the header that is set, if one is
 */
function likeliest(
	ending: RegExp,
	headers: DeliveryHeaders,
	signatureHeader: string,
	only?: string,
): string[] {
	const [start = ''] = signatureHeader.split('signature', 1);
	const names = [...headers.keys()].filter((name) =>
		only === undefined ? ending.test(name) : name === only,
	);
	const ofSender = names.filter((name) => name.startsWith(start));
	return [...new Set([...ofSender, ...names].map((name) => headers.get(name) ?? ''))];
}

/** A shorter key could be guessed. */
const MIN_KEY_BYTES = 8;

/**
 * A secret is its text, as at Stripe, or the bytes that it is the Base64 of, as at Standard Webhooks. Trying both is safe,
 * as each needs the whole secret.
 */
function keysOf(secrets: readonly string[]): Buffer[] {
	const keys = secrets.flatMap((secret) => {
		const encoded = secret.replace(/^whsec_/, '');
		const isBase64 = /^[\w+/-]+={0,2}$/.test(encoded);
		return [Buffer.from(secret), Buffer.from(isBase64 ? encoded : '', 'base64')];
	});
	// HMAC fills a key up with zeros, so zeros alone are no key.
	return keys.filter((key) => key.length >= MIN_KEY_BYTES && key.some((byte) => byte !== 0));
}

/** The first attempt that gives one of the digests. */
function search(
	body: Buffer,
	digests: readonly Digest[],
	secrets: readonly string[],
	attempts: readonly Attempt[],
): Attempt | Rejection {
	const algorithms = [...new Set(digests.map(({ algorithm }) => algorithm))];
	const keys: SigningKey[] = algorithms.flatMap((algorithm) =>
		keysOf(secrets).map((key) => ({ algorithm, key })),
	);
	let hashedBytes = 0;

	for (const attempt of attempts) {
		for (const key of keys) {
			hashedBytes += body.length;
			if (hashedBytes > MAX_HASHED_BYTES) return TOO_LARGE;
			if (isAmong(digests, sign(attempt.layout, key, body, attempt))) return attempt;
		}
	}
	return notGenuine(
		"The signature does not match. Most likely, 'Signing Secret' in the credential is not the secret of this webhook: copy it again. Otherwise, a proxy changes the body, or the service signs other data: set 'Signed Content' in the credential, see 'Signatures' in the docs.",
	);
}

const TOO_LARGE: Rejection = {
	status: 413,
	message:
		"The body is too large to try all formats of signatures. Set 'Signed Content' in the credential, so that only one is tried.",
};

/** Compares with each of them, in constant time. */
const isAmong = (digests: readonly Digest[], digest: Buffer): boolean =>
	digests.filter(({ bytes }) => bytes.length === digest.length && timingSafeEqual(bytes, digest))
		.length > 0;

function checkAge(
	{ timestamp, id }: SignedValues,
	toleranceSeconds: number,
	now: number,
): Signature | Rejection {
	const time = timestamp === undefined ? undefined : readTime(timestamp);
	const seconds = time === undefined ? 0 : (now - time) / 1000;
	if (Math.abs(seconds) <= toleranceSeconds) return { time, id };

	const count = Math.round(Math.abs(seconds));
	const age = seconds > 0 ? `${count} seconds old` : `dated ${count} seconds in the future`;
	return notGenuine(
		`The signature is correct, but it is ${age}. Check the clock of this machine. If the service sends deliveries late, increase 'Timestamp Tolerance' in the credential.`,
	);
}
