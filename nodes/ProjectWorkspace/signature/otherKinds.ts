import { readBase64, readDigest, readHex } from './encodings';
import { readHeader } from './header';
import { otherSignaturesIn, type Explanation, type Reason } from './messages';
import { headerValue, type Headers } from './signedValues';

/** Returns the header or the field of the body that shows this kind of proof. */
type Find = (delivery: {
	/** The name of the signature header, in lower case. */
	header: string;
	value: string;
	/** All headers, and the fields of the body, only if the signature header is missing. */
	headers: Headers;
	fields: readonly string[];
	secrets: readonly string[];
}) => string | false | undefined;

const headerCalled =
	(name: RegExp): Find =>
	({ headers }) =>
		Object.keys(headers).find((header) => name.test(header));
const headerLike =
	(value: RegExp): Find =>
	({ headers }) =>
		Object.keys(headers).find((header) => value.test(headers[header] ?? ''));
const fieldCalled =
	(name: RegExp): Find =>
	({ fields }) =>
		fields.find((field) => name.test(field));
const hasBytes =
	(...lengths: readonly number[]): Find =>
	({ header, value }) => {
		const text = value.replace(/^[\w-]{1,20}[=:,] ?/, '');
		const bytes = readHex(text) ?? readBase64(text) ?? readBase64(text, 'base64url');
		return lengths.includes(bytes?.length ?? 0) && header;
	};
const hasSecret: Find = ({ headers, secrets }) =>
	Object.keys(headers).find((name) =>
		secrets.some((secret) => secret.length > 3 && headers[name]?.includes(secret)),
	);

/**
 * THE TABLE OF OTHER PROOFS, which a shared secret cannot verify or which do not cover the body. The first match counts.
 */
const KINDS: ReadonlyArray<readonly [name: string, ...find: Find[]]> = [
	[
		'a handshake, which asks for a value to be sent back,',
		headerCalled(/^x-hook-secret$|webhook-request-origin$|^x-okta-verification/),
		fieldCalled(/^(challenge|plainToken|validationToken|SubscribeURL|verification_token)$/i),
	],
	['the signing secret itself, as a plain token', hasSecret],
	['a JSON Web Token (JWT)', headerLike(/(^|[\s=,])eyJ[\w-]*\.[\w-]*\.[\w-]*$/)],
	['an Ed25519 signature', headerLike(/(^|\s)v1a,|ed25519/i), headerCalled(/ed25519/)],
	[
		'an ECDSA signature',
		headerLike(/ecdsa|es256|^(?:[\w-]{1,20}[=:,] ?)?(?:ME[QUY]C|304[4-6]02)/i),
	],
	['an RSA signature', headerLike(/\brsa|rs256/i), hasBytes(128, 256, 384, 512)],
	['a username and password (Basic authentication)', headerLike(/^basic /i)],
	[
		'a plain token',
		headerLike(/^(bearer|token) /i),
		headerCalled(/token|secret|verif|passcode|api-?key|authorization|[-_]auth$/),
	],
	[
		'a signature',
		fieldCalled(/signature|hmac|^sign$|event_?hash|passcode|client_?state|checksum|^token$/i),
	],
];

/** The beginning of a body is enough to find its fields. */
const MAX_BODY_BYTES = 64 * 1024;

/** For the test URL: what the delivery contains instead of a signature that can be verified. */
export function explainUnread(
	{ rawBody, headers: all }: { rawBody: Buffer; headers: Headers },
	set: string,
	reason: Reason,
	secrets: readonly string[],
): Explanation | undefined {
	const isMissing = reason === 'headerMissing';
	const [header = set] = isMissing ? otherSignaturesIn(all, set) : [];
	const value = headerValue(all, header) ?? '';
	// If another header has a signature that can be read, only its name has to be set.
	const isReadable = readHeader(value, {}).reason === undefined && !header.includes('ed25519');
	if (isMissing && isReadable) return undefined;
	const body = isMissing ? rawBody.toString('utf8', 0, MAX_BODY_BYTES) : '';
	const fields = Array.from(body.matchAll(/"([\w-]{1,40})"\s*:/g), ([, field = '']) => field);
	const headers = isMissing ? all : { [header]: value };
	for (const [name, ...find] of KINDS) {
		const place = find
			.map((each) => each({ header, value, headers, fields, secrets }))
			.find((each) => each);
		if (!place) continue;
		const where = Object.hasOwn(all, place)
			? `the ${place} header`
			: `the field "${place}" of the body`;
		return { reason: 'otherKind', kind: `${name} in ${where}` };
	}
	const prefix = reason === 'noDigest' ? prefixIn(value) : undefined;
	return prefix === undefined ? undefined : { reason: 'unreadPrefix', prefix };
}

/** The text directly before a digest that was not recognized. It contains no part of a digest. */
function prefixIn(value: string): string | undefined {
	for (const [part] of value.matchAll(/[^ ,;"]+/g)) {
		for (const { index } of part.matchAll(/[A-Za-z\d]/g)) {
			const isDigest = typeof readDigest(part.slice(index)) === 'object';
			if (isDigest && index > 0 && index <= 64) return part.slice(0, index);
		}
	}
	return undefined;
}
